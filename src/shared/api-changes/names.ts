/** Returns the name of a row in the table of an export, such as `Cascader#ref.focus` for the path `ref.focus`. */
export function rowName(id: string, path: string): string {
  return `${id}#${path}`;
}

/** Returns the export that a name belongs to, such as `Cascader` for `Cascader#ref.focus`. */
export function exportOf(name: string): string {
  return name.split('#')[0] ?? name;
}

/** Returns the path of a row's name, such as `ref.focus`. Undefined for the name of an export. */
export function pathOf(name: string): string | undefined {
  return name.split('#')[1];
}

/** Maximum number of characters of a type in a history and in lists of changes. Types of some libraries have thousands. */
const MOST = 300;

export function cutType(text: string): string {
  return text.length <= MOST ? text : `${text.slice(0, MOST).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Returns true for a text that was cut, so that equal texts may belong to different types. */
export function isCut(text: string): boolean {
  return text.length >= MOST && text.endsWith('…');
}
