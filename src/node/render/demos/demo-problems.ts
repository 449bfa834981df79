import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EXPORT_FAULT, WRAPPER_FAULT } from '../../../shared/demo-export.ts';
import type { ReactCopy } from '../../base/diagnostics/codes/demo-errors.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, type Location, locate } from '../../base/diagnostics/diagnostic.ts';
import { createStackMapper, type MappedStack } from '../../base/diagnostics/stack-mapper.ts';
import { relativePath } from '../../base/files/paths.ts';
import type { DemoScript } from '../../bundle/types.ts';
import { locationInCode } from '../../markdown/code-location.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import { mayNeedBrowser, shortenCoded } from './browser-only.ts';
import type { BuiltDemo } from './built-demo.ts';

/** Errors that a second copy of React causes, but also other mistakes. */
const SYMPTOMS =
  /\((?:reading|calling) 'use[A-Z]\w*'\)|^Invalid hook call|^Objects are not valid as a React child.*\$\$typeof|older version of React/;

/** Assignment that only React itself contains, in each of its builds. */
const INTERNALS =
  /\b__(?:SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED|CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE)\s*[:=](?!=)/;
const VERSION = /\bversion\s*[:=]\s*["'](\d+\.\d+\.\d+[^"']*)["']/i;

function isOfCopies(message: string): boolean {
  return SYMPTOMS.test(message);
}

/** Returns the copies of React, the site's own copy first; undefined if the site's copy is the only one. */
async function findReactCopies(
  scripts: readonly DemoScript[],
  { root, reactFolders }: { root: string; reactFolders: ReadonlyMap<string, string> },
): Promise<ReactCopy[] | undefined> {
  const maps = await Promise.all(scripts.map(async ({ map }) => await map()));
  const sources = new Set(maps.filter(Boolean).flatMap((map): string[] => JSON.parse(map).sources));
  const copies = [...sources].flatMap((source): ReactCopy[] => {
    const filePath = path.resolve(root, source);
    const text = textOf(filePath);
    const version = INTERNALS.test(text) ? VERSION.exec(text)?.[1] : undefined;
    return version === undefined ? [] : [{ path: relativePath(root, filePath), version }];
  });
  const manifest = createRequire(path.join(reactFolders.get('react') ?? root, 'x.js')).resolve('react/package.json');
  const { version } = JSON.parse(fs.readFileSync(manifest, 'utf8'));
  return copies.length > 0 ? [{ path: relativePath(root, path.dirname(manifest)), version }, ...copies] : undefined;
}

function textOf(filePath: string): string {
  return fs.existsSync(filePath) ? fs.readFileSync(filePath, 'utf8') : '';
}

export interface DemoFailure {
  demo: EmbeddedDemo;
  message: string;
  /** Empty if nothing was thrown. */
  stack: string;
  /** React renders this part of the demo again in the browser. */
  isRetried?: boolean | undefined;
}

export interface DemoProblem {
  id: string;
  message: string;
  diagnostic: Diagnostic;
  /** Creates the diagnostic for several demos that have the same problem. Default: the diagnostic of the first demo. */
  describeAll?: (demos: string[]) => Diagnostic;
  /** Location where it was thrown. */
  origin?: Location;
}

/** `setup`: absolute path of the module that runs before every demo. */
export async function findDemoProblems(
  failures: DemoFailure[],
  scripts: DemoScript[],
  { root, setup, reactFolders }: { root: string; setup?: string; reactFolders: ReadonlyMap<string, string> },
): Promise<DemoProblem[]> {
  // A source map may cost as much time as the bundle.
  const named = scripts.filter(({ name }) => failures.some(({ stack }) => stack.includes(name)));
  const mapped = await Promise.all(named.map(async ({ name, map }) => ({ name, map: await map() })));
  const mapStack = createStackMapper(mapped, root);
  const mayBeCopies = failures.some(({ message }) => isOfCopies(message));
  const copies = mayBeCopies ? await findReactCopies(scripts, { root, reactFolders }) : undefined;
  return failures.map((failure) => {
    if (setup !== undefined && failure.message.startsWith(WRAPPER_FAULT)) return describeWrapper(failure, setup, root);
    const missing = failure.message === EXPORT_FAULT && describeMissingExport(failure, root);
    return missing || describeFault(failure, { mapped: mapStack(failure.stack), root, copies });
  });
}

const DEFAULT_EXPORT = /\bexport\b[^;'"]*?\bdefault\b|\bexport\s*=|\bmodule\s*\.\s*exports\b|\bexports\s*[.[]/;

const EXPORT = /^[ \t]*(export)\b(?:\s+(?:async\s+)?(function|class|const|let|var)\s+([\w$]+))?/gm;

/**
 * Returns an error, because browsers cannot render the demo either. Undefined if there is a default export, which may
 * have a value only in browsers.
 */
function describeMissingExport({ demo, message }: DemoFailure, root: string): DemoProblem | undefined {
  const text = demo.code?.text ?? fs.readFileSync(demo.filePath, 'utf8');
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ' '));
  if (DEFAULT_EXPORT.test(code)) return undefined;
  const exports = [...code.matchAll(EXPORT)];
  const found = exports.find(([, , , name]) => /^[A-Z]/.test(name ?? ''));
  const [whole = '', word = '', kind, name] = found ?? exports[0] ?? [];
  const offset = ((found ?? exports[0])?.index ?? 0) + whole.indexOf(word);
  const file = demo.code ? 'fence:' : relativePath(root, demo.filePath);
  const location = fenceLocation(locate(file, text, offset, Math.max(word.length, 1)), demo);
  const data = { demo: demo.id, embedded: demo.location, ...(found && kind && name && { exported: { kind, name } }) };
  const diagnostic = createDiagnostic('demo-without-default-export', data, { location, demos: [demo.id] });
  return { id: demo.id, message, origin: location, diagnostic };
}

/** Returns an error, because no demo of the site can be rendered with an invalid `Wrapper`. */
function describeWrapper({ demo, message }: DemoFailure, setup: string, root: string): DemoProblem {
  const text = fs.readFileSync(setup, 'utf8');
  const location = locate(relativePath(root, setup), text, Math.max(text.search(/\bWrapper\b/), 0), 'Wrapper'.length);
  const diagnostic = createDiagnostic('invalid-demo-wrapper', { reason: message }, { location, demos: [demo.id] });
  return { id: demo.id, message, origin: location, diagnostic };
}

function describeFault(
  { demo, isRetried, ...failure }: DemoFailure,
  { mapped, root, copies }: { mapped: MappedStack; root: string; copies: ReactCopy[] | undefined },
): DemoProblem {
  const message = shortenCoded(failure.message);
  const origin = fenceLocation(mapped.origin, demo);
  const location = fenceLocation(mapped.location, demo) ?? exportLocation(message, demo, root) ?? demo.location;
  const about = { location, demos: [demo.id], stack: mapped.stack };
  // Stories need to work only in browsers.
  const isOfStory = demo.story !== undefined || demo.takesProps?.tag?.isDerived;
  const isLeft = isRetried || isOfStory || mayNeedBrowser(failure.message);
  const name = isLeft ? 'demo-not-prerendered' : 'demo-throws';
  const data = { reason: message, ...(isOfCopies(failure.message) && { copies }) };
  return {
    id: demo.id,
    message,
    origin,
    diagnostic: createDiagnostic(name, { case: 'one', demo: demo.id, embedded: demo.location, ...data }, about),
    describeAll: (demos) => createDiagnostic(name, { case: 'several', demos, ...data }, { location: origin, demos }),
  };
}

/**
 * An error that several demos have at the same location is reported once. A playground that is not shown has its own
 * message.
 */
export function reportDemoProblems(
  { problems, leaks }: { problems: DemoProblem[]; leaks: Diagnostic[] },
  demos: ReadonlyMap<string, Pick<BuiltDemo, 'playground'>>,
): Diagnostic[] {
  const groups = new Map<string, DemoProblem[]>();
  for (const problem of problems) {
    const { message, origin, id } = problem;
    if (demos.get(id)?.playground?.problem) continue;
    const key = JSON.stringify(origin ? [message, origin.file, origin.line, origin.column] : id);
    groups.set(key, [...(groups.get(key) ?? []), problem]);
  }
  return [...[...groups.values()].map(reportGroup), ...leaks];
}

function reportGroup(problems: DemoProblem[]): Diagnostic {
  const [first] = problems as [DemoProblem];
  const { diagnostic, describeAll } = first;
  if (problems.length === 1) return diagnostic;
  const demos = problems.map(({ id }) => id);
  if (!describeAll) return { ...diagnostic, demos };
  return { ...describeAll(demos), each: problems.map((problem) => problem.diagnostic) };
}

/** Converts a location in a fenced demo to a location in its page. The code begins on the line after the opening fence. */
export function fenceLocation(location: Location | undefined, demo: EmbeddedDemo): Location | undefined {
  if (!location?.file.startsWith('fence:')) return location;
  return locationInCode(location, demo);
}

function exportLocation(message: string, demo: EmbeddedDemo, root: string): Location | undefined {
  if (demo.code || !/default export|async function/.test(message)) return undefined;
  return { file: relativePath(root, demo.filePath), line: 1, column: 1 };
}
