// A client of Dropline, for pages, workers and node.

export { Connection } from './connection.js';
export { changedFields, isFieldName } from './fields.js';
export { Mismatch, Replica } from './replica.js';
export * from './wire.js';
