/** Maximum length of the text about a call, in characters. */
const MAX_LENGTH = 300;
/** Maximum number of entries of a list or an object. */
const MAX_ENTRIES = 10;
const MAX_DEPTH = 2;

/** Runs no code of the values: getters are not called. */
export function previewCall(args: readonly unknown[]): string {
  const text = args.map((value) => preview(value, 0)).join(', ');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function preview(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value.length > MAX_LENGTH ? value.slice(0, MAX_LENGTH) : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'ƒ';
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    return previewObject(value, depth);
  } catch {
    // A revoked proxy, or one whose traps throw.
    return '…';
  }
}

function previewObject(value: object, depth: number): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof Element) return `<${value.localName}>`;
  // React events contain the browser's event. The names of their classes are minified.
  const native = own(value, 'nativeEvent');
  if (native instanceof Event) return previewObject(native, depth);
  const name = nameOf(value);
  // An event has dozens of properties, and its elements refer to the whole page.
  if (value instanceof Event || /Event$/.test(name)) return `${name} ${String(own(value, 'type') ?? '')}`.trim();
  if (depth >= MAX_DEPTH) return Array.isArray(value) ? '[…]' : '{…}';
  const keys = Object.keys(value);
  const shown = keys.slice(0, MAX_ENTRIES).map((key) => {
    const text = preview(own(value, key), depth + 1);
    return Array.isArray(value) ? text : `${key}: ${text}`;
  });
  if (keys.length > MAX_ENTRIES) shown.push('…');
  const inner = shown.join(', ');
  if (Array.isArray(value)) return `[${inner}]`;
  return `${name && name !== 'Object' ? `${name} ` : ''}{${inner && ` ${inner} `}}`;
}

function own(value: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

function nameOf(value: object): string {
  const prototype = Object.getPrototypeOf(value) as object | null;
  const make = prototype && own(prototype, 'constructor');
  return typeof make === 'function' ? make.name : '';
}
