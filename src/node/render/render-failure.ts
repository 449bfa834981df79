import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, type Location, locate } from '../base/diagnostics/diagnostic.ts';
import { nearestName } from '../base/diagnostics/did-you-mean.ts';
import { createStackMapper, type StackMapper } from '../base/diagnostics/stack-mapper.ts';
import { messageOf, StrayError } from '../base/errors.ts';
import { relativePath } from '../base/files/paths.ts';
import { loadingPage } from '../base/loading-page.ts';
import type { ServerScript } from '../bundle/types.ts';
import { readText } from '../content/page-texts.ts';
import type { SourcePage } from '../content/types.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { isCoded, shortenCoded } from './demos/browser-only.ts';
import { type PageRenderer, SERVER_SCRIPT, type ServerModule } from './server-module.ts';
import type { WholePage } from './types.ts';

export interface RenderFailure {
  cause: unknown;
  /** Absent for a document without a source, such as a list of pages. */
  whole?: WholePage;
  output?: string;
  render?: (server: ServerModule) => Promise<unknown>;
}

/** Replaces React's codes in failures with messages: renders the pages again with React's development build. */
export async function inWords(failures: RenderFailure[], renderer: PageRenderer): Promise<RenderFailure[]> {
  if (!failures.some(({ cause }) => isCoded(messageOf(cause)))) return failures;
  // The renderer was bundled successfully before. If bundling fails now, a file has just been changed.
  const development = await renderer.inDevelopment?.().catch(() => undefined);
  const inWord = async (failure: RenderFailure): Promise<RenderFailure> => {
    const message = messageOf(failure.cause);
    if (!isCoded(message)) return failure;
    const words = (development && (await messageAgain(failure, development.server))) ?? shortenCoded(message);
    // The locations are those of the script that failed first.
    const stack = failure.cause instanceof Error ? failure.cause.stack : undefined;
    return { ...failure, cause: Object.assign(new Error(words), { stack }) };
  };
  return await Promise.all(failures.map(inWord));
}

async function messageAgain({ render }: RenderFailure, server: ServerModule): Promise<string | undefined> {
  try {
    await render?.(server);
    return undefined;
  } catch (cause) {
    return messageOf(cause);
  }
}

/** An error that several pages have is reported once. */
export async function describeFailures(
  failures: RenderFailure[],
  script: ServerScript,
  { root, config }: Pick<Site, 'root' | 'config'>,
): Promise<Diagnostic[]> {
  if (failures.length === 0) return [];
  const mapStack = createStackMapper([{ name: SERVER_SCRIPT, map: await script.map() }], root);
  const theme = config.theme && relativePath(root, config.theme);
  // React's errors about children have no location. If a generated document has the same error, the theme causes it.
  const ofShell = new Set(failures.flatMap(({ whole, cause }) => (whole ? [] : [messageOf(cause)])));
  const reported = new Map<string, { diagnostic: Diagnostic; failures: RenderFailure[] }>();
  for (const failure of failures) {
    const diagnostic = describeFailure(failure, mapStack, theme === undefined ? undefined : { theme, ofShell });
    const { location } = diagnostic;
    const key = JSON.stringify([location?.file, location?.line, location?.column, messageOf(failure.cause)]);
    const known = reported.get(key) ?? { diagnostic, failures: [] };
    known.failures.push(failure);
    reported.set(key, known);
  }
  return [...reported.values()].map(({ diagnostic, failures }) => {
    // Lists of pages and the 404 page are not written by the author.
    const written = failures.filter(({ whole }) => whole);
    const pages = (written.length > 0 ? written : failures).map(nameOf);
    const isOfPage = diagnostic.text.includes(pages[0] ?? '');
    if (pages.length === 1) return isOfPage ? diagnostic : { ...diagnostic, notes: [`The page is ${pages[0]}.`] };
    return { ...diagnostic, notes: [`${pages.length} pages have this error, the first is ${pages[0]}.`] };
  });
}

/** Locates the error in an interactive page, or else in the theme. */
export async function describeLoadFailure(
  cause: unknown,
  script: ServerScript,
  { root, config }: Pick<Site, 'root' | 'config'>,
  pages: SourcePage[] = [],
): Promise<Diagnostic[]> {
  const mapStack = createStackMapper([{ name: SERVER_SCRIPT, map: await script.map() }], root);
  const { location, stack } = mapStack(cause instanceof Error ? (cause.stack ?? '') : '');
  const page = pages.find(
    (candidate) =>
      location?.file === candidate.sourcePath ||
      candidate.sourcePath === loadingPage() ||
      (cause instanceof StrayError && readText(candidate).includes('await ', candidate.bodyOffset)),
  );
  if (page) return [describeFailure({ cause, whole: { page, parts: [] } }, mapStack)];
  // Without a stack there is no line either.
  const file = config.theme && relativePath(root, config.theme);
  const at = location ?? (file ? { file, line: 1, column: 1 } : undefined);
  return [createDiagnostic('theme-not-loaded', { reason: messageOf(cause) }, { location: at, stack })];
}

function describeFailure(
  failure: RenderFailure,
  mapStack: StackMapper,
  shell?: { theme: string; ofShell: ReadonlySet<string> },
): Diagnostic {
  const { cause, whole: { page } = {} } = failure;
  const { location, stack } = mapStack(cause instanceof Error ? (cause.stack ?? '') : '');
  const inPage = page && (!location || location.file.startsWith('page:'));
  // The line numbers of a page's compiled module differ from its source, so its stack frames would mislead.
  const frames = stack?.split('\n').filter((frame) => !frame.includes('(page:'));
  const reason = messageOf(cause);
  const isOfTheme =
    shell !== undefined && (location ? !inPage && isPartOf(shell.theme, location.file) : shell.ofShell.has(reason));
  const ofTheme = isOfTheme ? (location ?? { file: shell.theme, line: 1, column: 1 }) : undefined;
  return createDiagnostic(
    'page-not-rendered',
    isOfTheme ? { case: 'theme', reason } : { case: 'page', page: nameOf(failure), reason },
    {
      location:
        ofTheme ?? locateComponent(failure) ?? (inPage ? locateInPage(page, cause, location?.lineText) : location),
      stack: frames?.length ? frames.join('\n') : undefined,
    },
  );
}

/** Returns true if a file is the theme, or in a folder whose index is the theme. */
function isPartOf(theme: string, file: string): boolean {
  const [, folder] = /^(.+\/)index\.\w+$/.exec(theme) ?? [];
  return file === theme || (folder !== undefined && file.startsWith(folder));
}

function nameOf({ whole, output = '' }: RenderFailure): string {
  return whole?.page.sourcePath ?? output;
}

/**
 * Returns the line that threw, if the author wrote it; else the first occurrence of the name in the message, or the
 * first `await` if the page never settles.
 */
function locateInPage(page: SourcePage, cause: unknown, lineText = ''): Location {
  const words = /^(\w+) is not defined|reading '(\w+)'|^(\w+) is not a function|^(process\.exit)\(/
    .exec(messageOf(cause))
    ?.slice(1);
  const name = cause instanceof StrayError ? 'await' : words?.find(Boolean);
  const text = readText(page);
  for (const sought of [lineText.trim(), name ?? '']) {
    const offset = sought === '' ? -1 : text.indexOf(sought, page.bodyOffset);
    if (offset !== -1) return locate(page.sourcePath, text, offset, sought.length);
  }
  return locate(page.sourcePath, text, page.bodyOffset);
}

/** Names a component in its error message: `<Name>`, or `Name component`. */
const COMPONENT = /<([A-Z]\w*)>|\b([A-Z]\w*) component\b/;

/**
 * Returns the location of the attribute that the message names, else of the tag. Of several attributes, prefers one
 * with the value in the message, else the first whose value is known only at run time.
 */
function locateComponent({ cause, whole }: RenderFailure): Location | undefined {
  const message = messageOf(cause);
  const components = (whole?.parts ?? []).flatMap((part) => part.components ?? []);
  const [, tag, word] = COMPONENT.exec(message) ?? [];
  const uses = components.filter(({ name }) => name === (tag ?? word));
  const shown = /, not "?(.*?)"?$|value (\S+) found/.exec(message)?.slice(1).find(Boolean);
  const words = message.match(/\w+/g) ?? [];
  const found = uses.flatMap(({ attributes = {} }) => {
    const name = words.find((candidate) => Object.hasOwn(attributes, candidate));
    return name === undefined ? [] : [attributes[name] as Location];
  });
  const isShown = ({ lineText = '' }: Location): boolean => shown !== undefined && lineText.includes(shown);
  const isDynamic = ({ lineText = '', column }: Location): boolean => /^\w+=\{/.test(lineText.slice(column - 1));
  return found.find(isShown) ?? found.find(isDynamic) ?? found[0] ?? uses[0]?.location;
}

/** Reports components that pages use and the theme does not have, each once, at its first use. */
export function unknownComponents(compiled: Iterable<CompiledPage>, known: string[]): Diagnostic[] {
  const locations = new Map<string, Location[]>();
  for (const { name, location } of [...compiled].flatMap(({ components = [] }) => components)) {
    if (!known.includes(name)) locations.set(name, [...(locations.get(name) ?? []), location]);
  }
  return [...locations].map(([name, [location, ...further]]) => {
    const data = { name, known, nearest: nearestName(name, known), further };
    return createDiagnostic('unknown-component', data, { location });
  });
}
