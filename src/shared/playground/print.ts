import type { Json } from '../entities.ts';
import { ownValue } from '../own-value.ts';
import type { Control, Hole, ImportedName, PlaygroundSchema, PlaygroundState, PropSchema, Template } from './schema.ts';
import { branchOf, propsIn } from './states.ts';
import { accepts, convert, presetOf } from './values.ts';

const MAX_LINE = 100;
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu;
const SPECIAL_IN_JSX = /[&{}<>]/;
const IDENTIFIER = /^[a-z$_][\w$]*$/i;

interface PropSource {
  name: string;
  attribute: (name: string) => string;
  child: string;
}

export function printTemplate({ parts, presets }: Template, schema: PlaygroundSchema, state: PlaygroundState): string {
  const used = new Set<string>();
  const props = propsIn(schema, branchOf(schema, state) ?? 0).flatMap((prop) => {
    const value = ownValue(state, prop.name);
    return value !== undefined && accepts(prop, value) ? printProp(prop, value, presets, used) : [];
  });
  const childOf = (name: string): string => props.find((prop) => prop.name === name)?.child ?? '';
  const hasPlaceForChildren = parts.some(isForChildren);
  let text = '';
  /** Line break for the end of an element whose attributes have lines of their own. */
  let lineEnd = '';
  let isImportGone = false;
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string') {
      text += isImportGone ? part.replace(/^\r?\n/, '') : part;
      lineEnd = '';
      isImportGone = false;
    } else if (part.kind === 'import') {
      const line = printImport(part, used);
      text += line;
      isImportGone = !line;
    } else if (part.kind === 'child') {
      text += childOf(part.name);
    } else if (part.kind === 'close') {
      const child = childOf('children');
      text += child
        ? `${lineEnd}>${lineEnd && `${lineEnd}  `}${child}${lineEnd}</${part.tag}>`
        : `${lineEnd || (/\s$/.test(text) ? '' : ' ')}/>`;
    } else {
      const attributes = props
        .filter((prop) => part.names.includes(prop.name) && !(prop.name === 'children' && hasPlaceForChildren))
        .map((prop) => prop.attribute(part.as ?? prop.name));
      const separator = part.indent ?? separatorIn(text, attributes, restOfLine(parts[index + 1]));
      lineEnd = part.indent ? '' : separator.slice(0, -2);
      text += attributes.map((attribute) => separator + attribute).join('');
    }
  }
  return text;
}

function isForChildren(part: string | Hole): boolean {
  return typeof part !== 'string' && (part.kind === 'close' || (part.kind === 'child' && part.name === 'children'));
}

/** Returns the text after attributes that is on their line, as far as it is known. */
function restOfLine(next: string | Hole | undefined): string {
  return typeof next === 'string' ? next.replace(/[>\n].*/s, '') : '';
}

/** Returns the separator of attributes: a space, or a line break and the indentation if the line becomes too long. */
function separatorIn(text: string, attributes: string[], rest: string): string {
  const line = text.split('\n').at(-1) ?? '';
  const isLong = attributes.length > 0 && ([line, ...attributes].join(' ') + rest).length > MAX_LINE;
  return isLong ? `\n${line.replace(/\S.*/s, '')}  ` : ' ';
}

/** `used` receives the keys of the imports that the source needs. */
function printProp(prop: PropSchema, value: Json, presets: Template['presets'], used: Set<string>): PropSource {
  const { name } = prop;
  const preset = presetOf(prop, value);
  if (preset !== undefined) used.add(`${name}.${preset}`);
  const code =
    preset === undefined
      ? convert<string>(prop, value, printPart)
      : String(ownValue(ownValue(presets, name), preset)?.code);
  // JSX has no escape sequences.
  const isPlain = code.slice(1, -1).replaceAll("\\'", "'") === value && !SPECIAL_IN_JSX.test(value);
  return {
    name,
    attribute: (as) =>
      code === 'true' ? as : isPlain && !value.includes('"') ? `${as}="${value}"` : `${as}={${code}}`,
    child: isPlain && value && value === value.trim() ? value : code.startsWith('<') ? code : `{${code}}`,
  };

  function printPart(part: Control, value: Json, _: string, inner: [name: string, code: string][]): string {
    const code = part.kind === 'choice' && part.options.find((option) => option.value === value)?.code;
    if (code) used.add(`${name}=${value}`);
    return part.kind === 'event' ? 'console.log' : code || printJson(value, inner);
  }
}

function printImport(
  { standard, namespace, names, from }: Extract<Hole, { kind: 'import' }>,
  used: ReadonlySet<string>,
): string {
  const isUsed = (name: ImportedName): boolean => name.uses?.some((use) => used.has(use)) ?? true;
  const named = names.filter(isUsed).map((name) => name.text);
  const clauses = [
    standard && isUsed(standard) && standard.text,
    namespace && isUsed(namespace) && `* as ${namespace.text}`,
    named.length > 0 && `{ ${named.join(', ')} }`,
  ]
    .filter(Boolean)
    .join(', ');
  return clauses && `import ${clauses} from ${printText(from)};`;
}

function printJson(value: Json, inner: [name: string, code: string][]): string {
  if (typeof value === 'string') return printText(value);
  if (Object(value) !== value) return Object.is(value, -0) ? '-0' : String(value);
  if (Array.isArray(value)) return `[${inner.map(([, code]) => code).join(', ')}]`;
  const fields = inner.map(([name, code]) => `${IDENTIFIER.test(name) ? name : printText(name)}: ${code}`);
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}

function printText(text: string): string {
  const literal = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${literal.replace(INVISIBLE, (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`)}'`;
}
