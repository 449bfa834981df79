import fs from 'node:fs';
import { WRAPPER_FAULT } from '../../shared/demo-export.ts';
import type { DemoScript } from '../bundle/types.ts';
import type { EmbeddedDemo } from '../compile/types.ts';
import { type Diagnostic, type Location, locate } from '../diagnostics/diagnostic.ts';
import { createStackMapper, type MappedStack } from '../diagnostics/stack-mapper.ts';
import { relativePath } from '../files/paths.ts';
import { shortenCoded } from './react-message.ts';

/** How to mend what is often wrong. */
const HINTS: [cause: RegExp, hint: string][] = [
  [
    /\b(?:window|document|navigator|location|localStorage|sessionStorage|self|matchMedia)\b/,
    'Browser objects are there in effects and event handlers only.',
  ],
  [/took longer/, 'Raise the limit with demoTimeout when the demo needs the time.'],
  [/default export/, 'Write `export default function Demo() { … }` in the demo file.'],
  [/ended its process/, 'A demo must not end the process that renders it.'],
  [/^process\.\w+ cannot be used/, 'Demos run in a browser, where there is no process.'],
  [/^Invalid regular expression/, `It is not one for Node.js ${process.versions.node}, which renders demos.`],
];

/** A demo that threw, or could not be rendered for another reason. */
export interface DemoFailure {
  demo: EmbeddedDemo;
  message: string;
  /** Empty for what was not thrown. */
  stack: string;
}

/** A fault of a demo, for its author. */
export interface DemoFault {
  id: string;
  message: string;
  /** The fault as it is told of this demo alone. */
  diagnostic: Diagnostic;
  /** Where it was thrown. */
  origin?: Location;
}

/**
 * @param options.root folder that places are relative to
 * @param options.setup absolute path of the module that runs before every demo
 */
export async function findDemoFaults(
  failures: DemoFailure[],
  scripts: DemoScript[],
  { root, setup }: { root: string; setup?: string },
): Promise<DemoFault[]> {
  // A map may cost as much as the bundle.
  const named = scripts.filter(({ name }) => failures.some(({ stack }) => stack.includes(name)));
  const mapped = await Promise.all(named.map(async ({ name, map }) => ({ name, map: await map() })));
  const mapStack = createStackMapper(mapped, root);
  return failures.map((failure) =>
    setup !== undefined && failure.message.startsWith(WRAPPER_FAULT)
      ? describeWrapper(failure, setup, root)
      : describeFault(failure, mapStack(failure.stack), root),
  );
}

/** The fault of a `Wrapper` is an error: no demo of the site can be rendered with it. */
function describeWrapper({ demo, message }: DemoFailure, setup: string, root: string): DemoFault {
  const text = fs.readFileSync(setup, 'utf8');
  const location = locate(relativePath(root, setup), text, Math.max(text.search(/\bWrapper\b/), 0), 'Wrapper'.length);
  const notes = ['Export a component: `export function Wrapper({ children }) { … }`.'];
  const diagnostic: Diagnostic = { severity: 'error', code: 'CD501', text: message, location, demos: [demo.id], notes };
  return { id: demo.id, message, origin: location, diagnostic };
}

function describeFault({ demo, ...failure }: DemoFailure, mapped: MappedStack, root: string): DemoFault {
  const message = shortenCoded(failure.message);
  const place = fenceLocation(mapped.location, demo);
  return {
    id: demo.id,
    message,
    origin: fenceLocation(mapped.origin, demo),
    diagnostic: {
      severity: 'warning',
      code: 'CD501',
      text: `The demo ${demo.id} cannot be rendered on the server: ${message}`,
      location: place ?? exportLocation(message, demo, root) ?? demo.location,
      demos: [demo.id],
      notes: [
        `It is embedded at ${placeOf(demo.location)}, and will render in the browser only.`,
        ...HINTS.filter(([cause]) => cause.test(message)).map(([, hint]) => hint),
      ],
      stack: mapped.stack,
    },
  };
}

/** How many demos with the same fault are named. */
const NAMED = 3;

/** Warnings of faults. One that several demos meet at the same place is told once, with that place. */
export function tellDemoFaults(faults: DemoFault[]): Diagnostic[] {
  const groups = new Map<string, DemoFault[]>();
  for (const fault of faults) {
    const { message, origin, id } = fault;
    const key = JSON.stringify(origin ? [message, origin.file, origin.line, origin.column] : id);
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  }
  return [...groups.values()].map(tellGroup);
}

function tellGroup(faults: DemoFault[]): Diagnostic {
  const [first] = faults as [DemoFault];
  const { diagnostic, message, origin } = first;
  if (faults.length === 1) return diagnostic;
  if (diagnostic.severity === 'error') return { ...diagnostic, demos: faults.map(({ id }) => id) };
  const [, ...hints] = diagnostic.notes ?? [];
  const more = faults.length > NAMED ? ` and ${faults.length - NAMED} more` : '';
  const names = faults.slice(0, NAMED).map(({ id }) => id);
  return {
    ...diagnostic,
    text: `${faults.length} demos cannot be rendered on the server: ${message}`,
    location: origin,
    notes: [`They are ${names.join(', ')}${more}, and will render in the browser only.`, ...hints],
    stack: undefined,
    demos: faults.map(({ id }) => id),
    each: faults.map((fault) => fault.diagnostic),
  };
}

/** A place in a fenced demo as a place in its page: the code begins on the line after the fence's opening. */
function fenceLocation(location: Location | undefined, demo: EmbeddedDemo): Location | undefined {
  if (!location?.file.startsWith('fence:')) return location;
  return { ...location, file: demo.location.file, line: demo.location.line + location.line };
}

/** What is wrong with a demo's export is wrong with its file. */
function exportLocation(message: string, demo: EmbeddedDemo, root: string): Location | undefined {
  if (demo.code || !/default export|async function/.test(message)) return undefined;
  return { file: relativePath(root, demo.filePath), line: 1, column: 1 };
}

function placeOf({ file, line, column }: Location): string {
  return `${file}:${line}:${column}`;
}
