/** A table is `satisfies Record<keyof Options, …>`, so no option can be forgotten. */

export type NamesOf<Table, Class> = {
  [Name in keyof Table]: Table[Name] extends Class ? Name : never;
}[keyof Table];

export function namesOf<Table extends Record<string, string>, Class extends Table[keyof Table]>(
  table: Table,
  ...classes: Class[]
): NamesOf<Table, Class>[] {
  const isWanted = (name: string): boolean => classes.some((wanted) => table[name] === wanted);
  return Object.keys(table).filter(isWanted) as NamesOf<Table, Class>[];
}
