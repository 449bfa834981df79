import path from 'node:path';
import type { Diagnostic } from '../../../src/node/base/diagnostics/diagnostic.ts';
import type { PlaygroundDemo } from '../../../src/node/types/controls/problems.ts';
import { printTemplate } from '../../../src/shared/playground/print.ts';
import type { Control, Playground, PlaygroundState, PropSchema } from '../../../src/shared/playground/schema.ts';
import { readPlaygrounds } from './compiler.ts';
import { createLibrary } from './library.ts';

/** A demo in the file `demos/<name>.tsx`. */
export interface DemoSource extends Partial<Pick<PlaygroundDemo, 'headerLength' | 'listed' | 'listedAt'>> {
  code: string;
  /** Initial values of a `<Playground>` tag that the demo is generated from. */
  tag?: Partial<PlaygroundDemo['tag']>;
}

/** What the compiler says about demos. */
export interface DemoControls {
  folder: string;
  /** By name of the demo. */
  playgrounds: Record<string, Playground>;
  /** Diagnostics as `file:line:column severity code text`. */
  problems: string[];
}

/** Reads the playgrounds of demos. A library with the source `src/index.tsx` has the name `own`. */
export async function readDemos(
  demos: Record<string, DemoSource | string>,
  files: Record<string, string> = {},
): Promise<DemoControls> {
  const sources = Object.entries(demos).map(([name, demo]) => [name, typeof demo === 'string' ? { code: demo } : demo]);
  const named = sources as [string, DemoSource][];
  const folder = await createLibrary({
    'src/index.tsx': 'export {};',
    ...files,
    ...Object.fromEntries(named.map(([name, { code }]) => [`demos/${name}.tsx`, code])),
  });
  const { playgrounds, diagnostics } = readPlaygrounds({
    projectRoot: folder,
    root: folder,
    library: { name: 'own', entry: path.join(folder, 'src/index.tsx') },
    demos: named.map(([name, { code, tag, ...demo }]) => ({
      id: name,
      name,
      filePath: path.join(folder, `demos/${name}.tsx`),
      headerLength: 0,
      ...demo,
      ...(tag && { tag: { id: name, initial: {}, location: { file: 'page.md', line: 3, column: 1 }, ...tag } }),
    })),
  });
  return { folder, playgrounds: Object.fromEntries(playgrounds), problems: diagnostics.map(lineOf) };
}

function lineOf({ severity, code, text, location }: Diagnostic): string {
  return `${location?.file}:${location?.line}:${location?.column} ${severity} ${code} ${text}`;
}

/** Prints the text of a demo in a state. Default: its initial state. */
export function printDemo({ template, schema, initial }: Playground, state: PlaygroundState = initial): string {
  return printTemplate(template, schema, state);
}

/** Prints controls, a line for each prop: first the shared ones, then those of each branch, then those without one. */
export function printControls({ schema: { props, shared, branches, without = [] } }: Playground): string {
  const lineOf = (index: number): string => printProp(props[index] as PropSchema);
  const rest =
    branches.length > 1 ? branches.flatMap((branch) => ['|', ...branch.map((one) => `  ${lineOf(one)}`)]) : [];
  return [...shared.map(lineOf), ...rest, ...without.map(([name, reason]) => `${name}: no control (${reason})`)].join(
    '\n',
  );
}

function printProp({ name, required, control, presets = [] }: PropSchema): string {
  return `${name}${required ? '' : '?'}: ${printControl(control)}${presets.map((preset) => ` +${preset}`).join('')}`;
}

function printControl(control: Control): string {
  switch (control.kind) {
    case 'choice':
      return `choice ${control.options.map(({ value, code }) => code ?? JSON.stringify(value)).join(' ')}`;
    case 'number':
      return [
        'number',
        control.min !== undefined && `from ${control.min}`,
        control.max !== undefined && `to ${control.max}`,
      ]
        .filter(Boolean)
        .join(' ');
    case 'text':
      return [
        'text',
        ...(control.suggestions ?? []),
        control.pattern !== undefined && `/${control.pattern}/`,
        control.isUrl && 'url',
        control.isLong && 'long',
      ]
        .filter(Boolean)
        .join(' ');
    case 'object':
      return `{ ${control.fields.map(printProp).join(', ')} }`;
    case 'tuple':
      return `[${control.items.map(printControl).join(', ')}]`;
    case 'list':
      return `list of ${printControl(control.item)}`;
    case 'union':
      return control.of.map((part) => `(${printControl(part)})`).join(' | ');
    default:
      return control.kind;
  }
}
