import fs from 'node:fs/promises';
import { withBase } from '../../../shared/base-url.ts';
import type { DemoSteps, StepInfo } from '../../../shared/steps.ts';
import { contentPath, readBrowserScript } from '../../base/browser-scripts.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, type Location, locate } from '../../base/diagnostics/diagnostic.ts';
import { shownPath } from '../../base/files/paths.ts';
import { bundleKey, demoTexts } from '../../bundle/bundle-key.ts';
import { bundleStepsModules, type StepsModule } from '../../bundle/demos/steps-modules.ts';
import { locationInCode } from '../../markdown/code-location.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { type Cache, noCache } from '../../store/cache.ts';
import type { ParsedStep, ParsedSteps, StepProblem } from './parse-steps.ts';

const IMPORTS = /^import\s+(?:type\s+)?([^'";]*?)\s*from\s*['"][^'"\n]*['"];?[^\S\n]*\n?/gm;
const NAMES = /[\w$]+(?=\s*(?:,|\}|$))/g;

/** Returns a demo's text without its front matter, its steps, and the imports that only the steps use. */
export function withoutSteps(text: string, range: { start: number; end: number }, headerLength: number): string {
  const removed = text.slice(range.start, range.end);
  const before = text.slice(headerLength, range.start).replace(LEADING_COMMENT, '').trimEnd();
  const after = text.slice(range.end).trimStart();
  const rest = [before, after].filter(Boolean).join('\n\n');
  return rest
    .replace(IMPORTS, (statement, clause: string) => {
      const names = clause.match(NAMES) ?? [];
      const others = rest.replace(IMPORTS, '');
      const isOnlyOfSteps =
        names.length > 0 && names.every((name) => mentions(removed, name) && !mentions(others, name));
      return isOnlyOfSteps ? '' : statement;
    })
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trim();
}

/** The doc comment of the removed statement. */
const LEADING_COMMENT = /\/\*\*(?:[^*]|\*(?!\/))*\*\/\s*$/;

function mentions(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w$])${name.replaceAll('$', String.raw`\$`)}(?![\\w$])`).test(text);
}

export interface BuiltSteps extends DemoSteps {
  /** Source map of the module, as JSON. Its sources are relative to the site's root. */
  map: string;
  /** Path of the file with the steps, relative to the site's root; the page's path for a fenced demo. */
  file: string;
  /** Text of the demo without its steps, if they are in the same file. */
  shown?: string;
  /** Number of lines before the code in that file, for a fenced demo. */
  lineOffset: number;
  /** The line of that file for each line of a story's code, to which `lineOffset` does not apply. Null for generated lines. */
  rows?: (number | null)[];
  locations: Pick<Location, 'file' | 'line' | 'column'>[];
  /** Offset after the name of each step in that file, where `realInput` can be inserted. Absent for a fenced demo. */
  nameEnds?: number[];
}

export interface SiteSteps {
  /** Steps by demo id. Demos whose steps have errors are missing. */
  byId: Map<string, BuiltSteps>;
  files: Map<string, string>;
  inputs: string[];
  diagnostics: Diagnostic[];
}

type LocatedStep = ParsedStep & { location: BuiltSteps['locations'][number] };

interface ReadSteps {
  parsed: [id: string, list: LocatedStep[], shown: string | undefined][];
  modules: [id: string, module: StepsModule][];
  diagnostics: Diagnostic[];
  inputs: string[];
}

/** Functions of `runtime/steps/more-steps.ts`, in the bundled steps. Another property with such a name costs one request. */
const MORE = /\b(?:select|upload|drag|paste|copy|waitFor|clock|mock|call|toMatchTree)\b/;

const NOTHING: SiteSteps = { byId: new Map(), files: new Map(), inputs: [], diagnostics: [] };

/** Bundles steps, but does not run them. Throws a `DiagnosticError` if they cannot be bundled. */
export async function readSteps(
  site: Site,
  demos: EmbeddedDemo[],
  { cache = noCache }: { cache?: Cache } = {},
): Promise<SiteSteps> {
  const tested = demos.filter(({ steps }) => steps);
  if (tested.length === 0) return NOTHING;
  const key = bundleKey(
    site,
    demoTexts(tested),
    tested.map(({ steps }) => steps),
  );
  const { parsed, modules, diagnostics, inputs } = await cache.remember<ReadSteps>('steps', key, async () => {
    const read = await parseAll(site, tested);
    const valid = tested.filter(({ id }) => read.parsed.some(([known]) => known === id));
    const { modules, files } = await bundleStepsModules(site, valid);
    // Steps with errors are not bundled, but the result depends on them too.
    const sources = tested.map(({ steps, filePath }) => steps?.file ?? filePath);
    const all = [...new Set([...files, ...sources])];
    return { result: { ...read, modules: [...modules], inputs: all }, files: all };
  });
  const files = new Map<string, string>();
  const emit = (name: string, text: string): string => {
    const file = contentPath(name, 'js', text);
    files.set(file, text);
    return withBase(site.config.base, `/${file}`);
  };
  const runner = emit('steps-runner', await readBrowserScript('steps.js'));
  const usesMore = modules.some(([, { code }]) => MORE.test(code));
  const more = usesMore ? emit('more-steps', await readBrowserScript('more-steps.js')) : undefined;
  const isPlayed = tested.some(({ code }) => code?.origin);
  const player = isPlayed ? emit('play-steps', await readBrowserScript('play-steps.js')) : undefined;
  const moduleOf = new Map(modules);
  const byId = parsed.map(([id, list, shown]): [string, BuiltSteps] => {
    const { code, map } = moduleOf.get(id) as StepsModule;
    const demo = tested.find((one) => one.id === id) as EmbeddedDemo;
    return [
      id,
      {
        js: emit('steps', code),
        runner,
        ...(more !== undefined && MORE.test(code) && { more }),
        // The play function of a story.
        ...(player !== undefined && demo.code?.origin && { more: player }),
        list: list.map(({ nameStart: _start, nameEnd: _end, location: _location, ...info }): StepInfo => info),
        map,
        file: fileOf(site, demo),
        ...(shown !== undefined && { shown }),
        lineOffset: demo.code ? demo.location.line : 0,
        ...(demo.code?.origin && { rows: demo.code.origin.lines.map((one) => one?.line ?? null) }),
        locations: list.map(({ location }) => location),
        ...(!demo.code && { nameEnds: list.map(({ nameEnd }) => nameEnd) }),
      },
    ];
  });
  return { byId: new Map(byId), files, inputs, diagnostics };
}

/** Demos with problems are left out. */
async function parseAll(site: Site, demos: EmbeddedDemo[]): Promise<Pick<ReadSteps, 'parsed' | 'diagnostics'>> {
  // Loaded only if needed, because loading is slow.
  const { parseSteps } = await import('./parse-steps.ts');
  const diagnostics: Diagnostic[] = [];
  const parsed: ReadSteps['parsed'] = [];
  for (const demo of demos) {
    const isOwn = demo.steps?.file === undefined;
    const text = demo.code?.text ?? (await fs.readFile(demo.steps?.file ?? demo.filePath, 'utf8'));
    let found: ParsedSteps | undefined;
    try {
      found = parseSteps(text);
    } catch {
      // The bundler reports syntax errors, with their locations.
      parsed.push([demo.id, [], undefined]);
      continue;
    }
    const report = (offset: number, problem: StepProblem | { case: 'no-export' }): void => {
      diagnostics.push(createDiagnostic('invalid-steps', problem, { location: locationIn(site, demo, text, offset) }));
    };
    if (!found) report(0, { case: 'no-export' });
    for (const { offset, problem } of found?.problems ?? []) report(offset, problem);
    if (!found || found.problems.length > 0) continue;
    const list = found.list.map((step): LocatedStep => {
      const { file, line, column } = locationIn(site, demo, text, step.nameStart);
      return { ...step, location: { file, line, column } };
    });
    const { shown } = demo.code ?? {};
    parsed.push([demo.id, list, isOwn ? (shown ?? withoutSteps(text, found.range, demo.headerLength)) : undefined]);
  }
  return { parsed, diagnostics };
}

function fileOf({ root }: Site, { code, location, steps, filePath }: EmbeddedDemo): string {
  return code ? (code.origin?.file ?? location.file) : shownPath(root, steps?.file ?? filePath);
}

/** The code of a fence starts on the line after the opening fence. */
function locationIn(site: Site, demo: EmbeddedDemo, text: string, offset: number): Location {
  const location = locate(fileOf(site, demo), text, offset);
  return demo.code ? locationInCode(location, demo) : location;
}
