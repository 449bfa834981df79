/** Tables that classify every option. A table is `satisfies Record<keyof Options, …>`, so no option can be forgotten. */

/** Names of the options that a table puts in one of the classes. */
export type NamesOf<Table, Class> = {
  [Name in keyof Table]: Table[Name] extends Class ? Name : never;
}[keyof Table];

/** Returns the names of the options in one of the classes, in the order of the table. */
export function namesOf<Table extends Record<string, string>, Class extends Table[keyof Table]>(
  table: Table,
  ...classes: Class[]
): NamesOf<Table, Class>[] {
  const isWanted = (name: string): boolean => classes.some((wanted) => table[name] === wanted);
  return Object.keys(table).filter(isWanted) as NamesOf<Table, Class>[];
}
