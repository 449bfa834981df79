/** For keys that are names from authors or URLs: `constructor` never finds what every object inherits. */
export function ownValue<Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
