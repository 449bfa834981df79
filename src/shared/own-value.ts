/**
 * Returns the value of an own property. For objects whose keys are names from authors, readers or addresses: a name such as
 * `constructor` never finds what every object inherits.
 */
export function ownValue<Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
