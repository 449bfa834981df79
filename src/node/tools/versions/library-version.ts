/**
 * Returns the version of the library that a sealed site documents: the current one if the id names it, such as `1.x` or `v1` for
 * 1.7.2. Otherwise it is not known.
 *
 * @param current version in package.json
 */
export function libraryVersion(id: string, current: string | undefined): string | undefined {
  const numbers = id.replace(/^v(?=\d)/i, '').replace(/(?:\.x)+$/i, '');
  return current !== undefined && /^\d/.test(numbers) && (current === numbers || current.startsWith(`${numbers}.`))
    ? current
    : undefined;
}
