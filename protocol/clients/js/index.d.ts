export { Connection, ConnectionOptions, ConnectionState, Reporter } from './connection.js';
export { Fields, changedFields, isFieldName } from './fields.js';
export { Change, Drag, Item, Items, Mismatch, Replica, Section } from './replica.js';
export * from './wire.js';
export * from './commands.js';
