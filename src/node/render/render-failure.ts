import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, type Location, locate } from '../base/diagnostics/diagnostic.ts';
import { nearestName } from '../base/diagnostics/did-you-mean.ts';
import { messageOf } from '../base/diagnostics/message-of.ts';
import { createStackMapper, type StackMapper } from '../base/diagnostics/stack-mapper.ts';
import { relativePath } from '../base/files/paths.ts';
import { loadingPage } from '../base/loading-page.ts';
import { StrayError } from '../base/stray-error.ts';
import type { ServerScript } from '../bundle/types.ts';
import { readText } from '../content/page-texts.ts';
import type { SourcePage } from '../content/types.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { isCoded, shortenCoded } from './react-message.ts';
import { type PageRenderer, SERVER_SCRIPT, type ServerModule } from './server-module.ts';
import type { WholePage } from './types.ts';

/** User code that threw while its page was rendered. */
export interface RenderFailure {
  cause: unknown;
  /** Absent for a document that has no source, such as a list of pages. */
  whole?: WholePage;
  /** Its path in the output, where it has no source. */
  output?: string;
  /** Renders it again. */
  render?: (server: ServerModule) => Promise<unknown>;
}

/** Failures with React's words in place of its codes: the pages are rendered again by its development build. */
export async function inWords(failures: RenderFailure[], renderer: PageRenderer): Promise<RenderFailure[]> {
  if (!failures.some(({ cause }) => isCoded(messageOf(cause)))) return failures;
  // It could be bundled before: what hinders it now has just been changed.
  const development = await renderer.inDevelopment?.().catch(() => undefined);
  const inWord = async (failure: RenderFailure): Promise<RenderFailure> => {
    const message = messageOf(failure.cause);
    if (!isCoded(message)) return failure;
    const words = (development && (await messageAgain(failure, development.server))) ?? shortenCoded(message);
    // The places are those of the script that failed first.
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

/** Failed renderings with their places in the author's sources; a fault that several pages meet is told once. */
export async function describeFailures(
  failures: RenderFailure[],
  script: ServerScript,
  root: string,
): Promise<Diagnostic[]> {
  if (failures.length === 0) return [];
  const mapStack = createStackMapper([{ name: SERVER_SCRIPT, map: await script.map() }], root);
  const told = new Map<string, { diagnostic: Diagnostic; pages: string[] }>();
  for (const failure of failures) {
    const diagnostic = describeFailure(failure, mapStack);
    const { location } = diagnostic;
    const key = JSON.stringify([location?.file, location?.line, location?.column, messageOf(failure.cause)]);
    const known = told.get(key) ?? { diagnostic, pages: [] };
    known.pages.push(nameOf(failure));
    told.set(key, known);
  }
  return [...told.values()].map(({ diagnostic, pages }) =>
    pages.length === 1
      ? diagnostic
      : { ...diagnostic, notes: [`${pages.length} pages meet it, the first is ${pages[0]}.`] },
  );
}

/**
 * What the renderer threw when it was imported: an interactive page, or else the theme.
 *
 * @param pages interactive pages that are part of it
 */
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
  // What has no stack has no line either.
  const file = config.theme && relativePath(root, config.theme);
  const at = location ?? (file ? { file, line: 1, column: 1 } : undefined);
  return [createDiagnostic('theme-not-loaded', { reason: messageOf(cause) }, { location: at, stack })];
}

function describeFailure(failure: RenderFailure, mapStack: StackMapper): Diagnostic {
  const { cause, whole: { page } = {} } = failure;
  const { location, stack } = mapStack(cause instanceof Error ? (cause.stack ?? '') : '');
  const inPage = page && (!location || location.file.startsWith('page:'));
  // A page's compiled module has lines of its own: its frames would mislead.
  const frames = stack?.split('\n').filter((frame) => !frame.includes('(page:'));
  return createDiagnostic(
    'page-not-rendered',
    { page: nameOf(failure), reason: messageOf(cause) },
    {
      location: locateComponent(failure) ?? (inPage ? locateInPage(page, cause, location?.lineText) : location),
      stack: frames?.length ? frames.join('\n') : undefined,
    },
  );
}

function nameOf({ whole, output = '' }: RenderFailure): string {
  return whole?.page.sourcePath ?? output;
}

/**
 * The place of a fault in an `.mdx` page: the line that threw, where the author wrote it so, else the first word of the
 * page that the message names, or where it waits.
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

/** What a component throws of itself: `<Name>`, or `Name component`. */
const COMPONENT = /<([A-Z]\w*)>|\b([A-Z]\w*) component\b/;

/**
 * The place of a component that complains of what it is given: the attribute that the message names, else the tag. Of
 * several it is the one that has the value which the message shows, else the first whose value is only known when it runs.
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

/** Components that pages use and the theme does not have, each told once, at its first place. */
export function unknownComponents(compiled: Iterable<CompiledPage>, known: string[]): Diagnostic[] {
  const places = new Map<string, Location[]>();
  for (const { name, location } of [...compiled].flatMap(({ components = [] }) => components)) {
    if (!known.includes(name)) places.set(name, [...(places.get(name) ?? []), location]);
  }
  return [...places].map(([name, [location, ...further]]) => {
    const data = { name, known, nearest: nearestName(name, known), further };
    return createDiagnostic('unknown-component', data, { location });
  });
}
