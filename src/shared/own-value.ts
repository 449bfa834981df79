/** Reads a key that comes from authors or URLs: the key `constructor` never finds the inherited property. */
export function ownValue<Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
