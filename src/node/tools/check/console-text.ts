import { format } from 'node:util';

/** The properties of DevTools' remote objects that are read. */
export interface RemoteValue {
  type: string;
  subtype?: string;
  value?: unknown;
  unserializableValue?: string;
  description?: string;
  preview?: { overflow: boolean; properties: { name: string; value?: string; type: string }[] };
}

/** Placeholders such as `%s` are replaced, and errors have no stack. */
export function consoleText(args: RemoteValue[]): string {
  const [first, ...rest] = args.map(valueText);
  // Node's `format` would quote the value of `%o`.
  const pattern = typeof first === 'string' ? first.replace(/%[oO]/g, '%s') : first;
  return withoutTrailingSpace(format(pattern, ...rest));
}

export function thrownText(thrown: RemoteValue | undefined): string {
  return thrown ? withoutTrailingSpace(String(valueText(thrown))) : '';
}

function valueText({ type, subtype, value, unserializableValue, description, preview }: RemoteValue): unknown {
  if (subtype === 'error') return withoutStack(description ?? '');
  if (type === 'object' && subtype === undefined && preview) {
    const properties = preview.properties.map(
      ({ name, value, type }) => `${name}: ${type === 'string' ? JSON.stringify(value) : value}`,
    );
    return `{ ${[...properties, ...(preview.overflow ? ['…'] : [])].join(', ')} }`;
  }
  if (subtype === 'null') return null;
  return value ?? unserializableValue ?? description;
}

function withoutStack(text: string): string {
  return text.replace(/(?:\n {4}at .*)+/g, '');
}

function withoutTrailingSpace(text: string): string {
  return text.replace(/[^\S\n]+$/gm, '').trim();
}
