import path from 'node:path';
import type { DemoScripts } from '../bundle/demo-scripts.ts';
import type { EmbeddedDemo } from '../compile/types.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import { createDemoRenderer, type DemoRenderer } from './demo-renderer.ts';
import { createStackMapper, type StackMapper } from './stack-mapper.ts';

/** Name of the demos' script in stack traces. */
const SCRIPT_NAME = 'demos.js';

/** Messages that say a component needs a browser: the demo renders there only, and nobody need be told. */
const BROWSER_ONLY = [
  'Unable to find node on an unmounted component',
  '#188',
  'Portals are not currently supported by the server renderer',
  '#257',
];

/** How to mend what is often wrong. */
const HINTS: [cause: RegExp, hint: string][] = [
  [
    /\b(?:window|document|navigator|location|localStorage|sessionStorage|self|matchMedia)\b/,
    'Browser objects are there in effects and event handlers only.',
  ],
  [/took longer/, 'Raise the limit with demoTimeout when the demo needs the time.'],
  [/default export/, 'Write `export default function Demo() { … }` in the demo file.'],
  [/ended its process/, 'A demo must not end the process that renders it.'],
];

/** Renderings of demos. */
export interface DemoHtml {
  /** HTML by demo id; a demo without one renders in the browser only. */
  html: Map<string, string>;
  /** Ids of demos that did not come to an end in time. */
  endless: Set<string>;
  /** A warning for every demo that could not be rendered. */
  diagnostics: Diagnostic[];
}

interface Failure {
  id: string;
  message: string;
  stack: string;
  /** It was stopped because it took too long. */
  timedOut?: boolean;
}

/**
 * Renders demos to HTML in a child process, each for at most `timeout` milliseconds. One that throws, hangs or ends its
 * process costs its own HTML only: the process is replaced and the next demo goes on.
 *
 * @param options.root folder that places are relative to
 * @param options.signal ends the work and kills the process
 * @param options.renderer the process to use, which stays; by default one for these demos alone
 */
export async function prerenderDemos(
  scripts: DemoScripts | null,
  demos: EmbeddedDemo[],
  options: { root: string; timeout: number; signal?: AbortSignal; renderer?: DemoRenderer },
): Promise<DemoHtml> {
  const html = new Map<string, string>();
  const endless = new Set<string>();
  const failures: Failure[] = [];
  let waiting = scripts ? demos.map(({ id }) => id) : [];
  const renderer = options.renderer ?? createDemoRenderer(options);
  while (scripts && waiting.length > 0) {
    options.signal?.throwIfAborted();
    const { server, packages, reactFolders } = scripts;
    const request = { code: server.code, file: SCRIPT_NAME, packages, reactFolders, ids: waiting };
    const answers = await renderer.render(request);
    for (const answer of answers) {
      if (answer.type === 'done') html.set(answer.id, answer.html);
      else failures.push(answer);
      if (answer.type === 'failed' && answer.timedOut) endless.add(answer.id);
    }
    const settled = new Set(answers.map(({ id }) => id));
    waiting = waiting.filter((id) => !settled.has(id));
  }
  if (!options.renderer) renderer.close();
  const told = failures.filter(({ message }) => !BROWSER_ONLY.some((known) => message.includes(known)));
  if (told.length === 0) return { html, endless, diagnostics: [] };
  const mapStack = createStackMapper((await scripts?.server.map()) ?? '', SCRIPT_NAME, options.root);
  const byId = new Map(demos.map((demo) => [demo.id, demo]));
  const diagnostics = told.flatMap((failure) => describeFailure(failure, byId.get(failure.id), mapStack, options.root));
  return { html, endless, diagnostics };
}

function describeFailure(
  { message, stack }: Failure,
  demo: EmbeddedDemo | undefined,
  mapStack: StackMapper,
  root: string,
): Diagnostic[] {
  if (!demo) return [];
  const mapped = mapStack(stack);
  const location: Location =
    fenceLocation(mapped.location, demo) ?? exportLocation(message, demo, root) ?? demo.location;
  return [
    {
      severity: 'warning',
      code: 'CD501',
      text: `The demo ${demo.id} cannot be rendered on the server: ${message}`,
      location,
      notes: [
        `It is embedded at ${demo.location.file}:${demo.location.line}:${demo.location.column}, and will render in the browser only.`,
        ...HINTS.filter(([cause]) => cause.test(message)).map(([, hint]) => hint),
      ],
      stack: mapped.stack,
    },
  ];
}

/** A place in a fenced demo as a place in its page: the code begins on the line after the fence's opening. */
function fenceLocation(location: Location | undefined, demo: EmbeddedDemo): Location | undefined {
  if (!location?.file.startsWith('fence:')) return location;
  return { ...location, file: demo.location.file, line: demo.location.line + location.line };
}

/** What is wrong with a demo's export is wrong with its file. */
function exportLocation(message: string, demo: EmbeddedDemo, root: string): Location | undefined {
  if (demo.code || !/default export|async function/.test(message)) return undefined;
  return { file: path.relative(root, demo.filePath).split(path.sep).join('/'), line: 1, column: 1 };
}
