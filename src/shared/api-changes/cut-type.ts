/** Maximum number of characters of a type in a history and in lists of changes. Types of some libraries have thousands. */
const MOST = 300;

export function cutType(text: string): string {
  return text.length <= MOST ? text : `${text.slice(0, MOST).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Returns true for a text that was cut, so that equal texts may belong to different types. */
export function isCut(text: string): boolean {
  return text.length >= MOST && text.endsWith('…');
}
