import { isExternal, isSafeUrl } from '../../shared/base-url.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { groupByFile } from '../base/diagnostics/diagnostic.ts';
import { ABOUT_WRITING } from '../base/diagnostics/groups.ts';
import { parseFrontmatter } from '../content/frontmatter.ts';
import type { PageTexts, SourcePage } from '../content/types.ts';
import type { Site } from '../project/config/types.ts';
import { withinTime } from '../project/within-time.ts';
import { reportMissingTitle } from './check/page-titles.ts';
import { type FileContext, type PageContext, report } from './context.ts';
import { markdownToPage } from './file-transforms.ts';
import { mayHaveTypeScript } from './lift/lift-typescript.ts';
import { reportLimits } from './limits.ts';
import { parseMarkdown } from './markdown.ts';
import type { PageIndex } from './page-index.ts';
import { loadPackagesOf } from './page-packages.ts';
import { mayHaveDemoFence, mayHaveStory } from './parse/demo-fence.ts';
import { createOrigin } from './parse/page-params.ts';
import { printContent } from './print/to-parts.ts';
import { createSourceFile } from './source-file.ts';
import { compileHome } from './transform/compile-home.ts';
import { resolveHref } from './transform/resolve-link.ts';
import type { CompiledPage } from './types.ts';

/** Maximum number of warnings of one kind that are reported in full per file. */
const MOST = 3;
/** Maximum number of line numbers in the note about the remaining warnings. */
const MOST_LINES = 20;

/**
 * For warnings about writing style, keeps the first few of each kind per file; a note on the last of them lists the
 * lines of the others.
 */
function arrangeDiagnostics(diagnostics: Diagnostic[]): Diagnostic[] {
  return groupByFile(diagnostics).flatMap(foldWarnings);
}

function foldWarnings(diagnostics: Diagnostic[]): Diagnostic[] {
  const kinds = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics)
    if (ABOUT_WRITING.has(diagnostic.code)) append(kinds, diagnostic.code, diagnostic);
  const left = new Set(diagnostics);
  const noted = new Map<Diagnostic, string>();
  for (const kind of kinds.values()) {
    const rest = kind.splice(MOST);
    for (const diagnostic of rest) left.delete(diagnostic);
    const last = kind[MOST - 1];
    if (last && rest.length > 0) noted.set(last, furtherLines(rest));
  }
  return [...left].map((diagnostic) => {
    const note = noted.get(diagnostic);
    return note ? { ...diagnostic, notes: [...(diagnostic.notes ?? []), note] } : diagnostic;
  });
}

function furtherLines(diagnostics: Diagnostic[]): string {
  const lines = [...new Set(diagnostics.map(({ location }) => location?.line))];
  const named = lines.slice(0, MOST_LINES).join(', ') + (lines.length > MOST_LINES ? ', …' : '');
  return `${diagnostics.length} more in this file: line${lines.length > 1 ? 's' : ''} ${named}`;
}

function append<Key>(groups: Map<Key, Diagnostic[]>, key: Key, diagnostic: Diagnostic): void {
  const group = groups.get(key);
  if (group) group.push(diagnostic);
  else groups.set(key, [diagnostic]);
}

export interface CompileOptions {
  site: Site;
  index: PageIndex;
  includeDebug: boolean;
  strings: PageContext['strings'];
  repositoryLink: PageContext['repositoryLink'];
}

/** Content errors are reported in the result's `diagnostics`, not thrown. */
type CompilePage = (page: SourcePage) => CompiledPage;

/**
 * The returned function is synchronous, so it can run within a time limit. Plugins may be asynchronous, so with
 * plugins, the pages are compiled before the function is returned.
 */
export async function loadCompiler(
  pages: SourcePage[],
  { texts, ...options }: CompileOptions & { texts: PageTexts },
): Promise<CompilePage> {
  const { site } = options;
  const sources = pages.map(texts.of);
  // Both modules are slow to load, and few pages need them.
  const mdx = pages.some(({ format }) => format === 'mdx') ? await import('./mdx.ts') : undefined;
  const typescript = sources.some((source) => mayHaveTypeScript(source) || mayHaveDemoFence(source))
    ? await import('./parse/to-javascript.ts')
    : undefined;
  const stories = sources.some(mayHaveStory) ? await import('./stories/embed-story.ts') : undefined;
  loadPackagesOf(sources, site);
  const creatorOf = (page: SourcePage) => (): FileContext => {
    const context = createContext(page, texts.of(page), options);
    context.page.toJavaScript = typescript?.toJavaScript;
    if (stories) context.page.stories = stories.createStories(site);
    return context;
  };
  if (site.config.markdown) {
    const { createPluginCompiler } = await import('./plugins/compile-with-plugins.ts');
    const compile = createPluginCompiler(site.config.markdown, mdx);
    const compiled = new Map<SourcePage, CompiledPage>();
    for (const page of pages) compiled.set(page, finish(await compile(creatorOf(page))));
    return (page) => compiled.get(page) as CompiledPage;
  }
  return (page) => {
    const compile = page.format === 'md' ? compileMarkdownPage : (mdx as NonNullable<typeof mdx>).compileMdxPage;
    return finish(compileInTime(creatorOf(page), compile));
  };
}

function compileInTime(create: () => FileContext, compile: (context: FileContext) => void): FileContext {
  let context = create();
  reportLimits(
    () => context,
    () =>
      withinTime(context.page.site.config.pageTimeout, () => {
        context = create();
        compile(context);
        compileHome(context);
      }),
  );
  return context;
}

function finish(context: FileContext): CompiledPage {
  const { out } = context.page;
  resolveHomeLinks(context);
  reportMissingTitle(context);
  out.diagnostics = arrangeDiagnostics(out.diagnostics);
  return out;
}

function compileMarkdownPage(context: FileContext): void {
  printContent(markdownToPage(context), context.page.out);
}

export function emptyPage(sourcePath: string): CompiledPage {
  return {
    sourcePath,
    content: [],
    statics: {},
    hasHeading: false,
    toc: [],
    texts: [],
    anchors: [],
    links: [],
    demos: [],
    assets: [],
    dependencies: [],
    components: [],
    diagnostics: [],
  };
}

function createContext(page: SourcePage, source: string, options: CompileOptions): FileContext {
  const { sourcePath, filePath, bodyOffset } = page;
  const { index } = options;
  const out = emptyPage(sourcePath);
  const tab = index.byFile.get(filePath)?.tab;
  const counts = { fences: 0, embeds: 0, pictures: 0 };
  const idPrefix = tab ? `${tab}-` : '';
  const headings = { hasTitle: false };
  let locations: ReturnType<PageContext['frontmatterLocations']> | undefined;
  const frontmatterLocations = () =>
    (locations ??= parseFrontmatter(source, page.entry?.template ?? sourcePath).locations);
  const parse: PageContext['parse'] = ({ text }) => parseMarkdown(text);
  const pageContext: PageContext = { ...options, page, frontmatterLocations, idPrefix, headings, counts, parse, out };
  const file = createSourceFile({ filePath, path: sourcePath, source, keep: [bodyOffset, source.length] });
  if (page.entry) file.originOf = createOrigin(page.entry);
  return { page: pageContext, file, chain: [filePath] };
}

/** Resolves and checks links of the hero and features, which are in front matter, like links in the body. */
function resolveHomeLinks(context: FileContext): void {
  const { page, out, site, frontmatterLocations } = context.page;
  const { base } = site.config;
  const { hero, features } = page.frontmatter;
  const links: [string, string | undefined][] = [
    ...(hero?.actions ?? []).map(({ link }, index): [string, string] => [`hero.actions.${index}.link`, link]),
    ...(features ?? []).map(({ link }, index): [string, string | undefined] => [`features.${index}.link`, link]),
    ['hero.background', hero?.background],
  ];
  for (const [key, link] of links) {
    if (typeof link !== 'string') continue;
    const at = frontmatterLocations()[key] ?? { line: 1, column: 1 };
    if (!isSafeUrl(link)) report(context, 'unsafe-url', { url: link, where: 'front-matter' }, { at });
    else if (key !== 'hero.background' && !isExternal(link)) {
      // YAML values have no position in the Markdown, so only the location is used.
      const href = resolveHref(link, { position: { start: at, end: at } }, context);
      if (href === undefined) continue;
      // The theme adds the base.
      const to = href.startsWith(base) ? `/${href.slice(base.length)}` : href;
      out.homeLinks = { ...out.homeLinks, [key]: to };
    }
  }
}
