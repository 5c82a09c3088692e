/** The fields of an item, by name. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** The fields of an item that has none. */
export const emptyFields: Fields;
/** Fields after changes, in the order of their names; the same object if they do not differ. A change to null or to nothing takes a field away. */
export function changedFields(fields: Fields, changes?: Readonly<Record<string, string | null>>): Fields;
/** Whether a field may have this name. */
export function isFieldName(name: string): boolean;
