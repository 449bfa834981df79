/** Tables that give every option a class. A table is `satisfies Record<keyof Options, …>`, so no option can be forgotten. */

/** Names that a table gives one of the classes. */
export type NamesOf<Table, Class> = {
  [Name in keyof Table]: Table[Name] extends Class ? Name : never;
}[keyof Table];

/** Returns the names that a table gives one of the classes, in its order. */
export function namesOf<Table extends Record<string, string>, Class extends Table[keyof Table]>(
  table: Table,
  ...classes: Class[]
): NamesOf<Table, Class>[] {
  const isWanted = (name: string): boolean => classes.some((wanted) => table[name] === wanted);
  return Object.keys(table).filter(isWanted) as NamesOf<Table, Class>[];
}
