import { isExternal, isSafeUrl } from '../../shared/base-url.ts';
import { parseFrontmatter } from '../content/frontmatter.ts';
import type { PageTexts, SourcePage } from '../content/types.ts';
import type { Site } from '../project/config/types.ts';
import { TimeoutError, withinTime } from '../project/within-time.ts';
import { observed, type Seen } from '../store/observe-reads.ts';
import { arrangeDiagnostics } from './check/arrange-diagnostics.ts';
import { reportMissingTitle } from './check/report-missing-title.ts';
import { type FileContext, type PageContext, report } from './context.ts';
import { transformDocument } from './document-transforms.ts';
import { compileMarkdownFile } from './file-transforms.ts';
import { mayHaveTypeScript } from './lift/lift-typescript.ts';
import type { HastRoot } from './nodes.ts';
import { type IndexAnswers, type PageIndex, recordIndex } from './page-index.ts';
import { loadPackagesOf } from './page-packages.ts';
import { printContent } from './print/to-parts.ts';
import { createSourceFile } from './source-file.ts';
import { compileHome } from './transform/compile-home.ts';
import { resolveHref } from './transform/resolve-link.ts';
import type { CompiledPage } from './types.ts';

/** What the compilation of a page needs besides the page. */
export interface CompileOptions {
  site: Site;
  index: PageIndex;
  includeDebug: boolean;
  strings: PageContext['strings'];
  repositoryLink: PageContext['repositoryLink'];
  /** Told what the page has asked, besides its own text. */
  onAsked?: (sourcePath: string, asked: Asked) => void;
}

/** What a page has asked of the disk and of the other pages. */
export interface Asked extends IndexAnswers {
  seen: Seen;
}

/** Compiles one page. Errors of its content are in the result's diagnostics; it does not throw for them. */
export type CompilePage = (page: SourcePage, options: CompileOptions) => CompiledPage;

/**
 * Loads what the compilation of pages needs. The function it returns compiles one of them and awaits nothing, so that it can run
 * within a time limit, and everything that is read meanwhile is read for this page.
 */
export async function loadCompiler(
  pages: SourcePage[],
  { site, texts }: { site: Site; texts: PageTexts },
): Promise<CompilePage> {
  const sources = pages.map(texts.of);
  // Both are slow to load, and few pages need them.
  const mdx = pages.some(({ format }) => format === 'mdx') ? await import('./mdx.ts') : undefined;
  const typescript = sources.some(mayHaveTypeScript) ? await import('./parse/to-javascript.ts') : undefined;
  loadPackagesOf(sources, site);
  return (page, options) => {
    const compile = page.format === 'md' ? compileMarkdownPage : (mdx as NonNullable<typeof mdx>).compileMdxPage;
    // Before the page is observed: its own text is not something that it queries.
    const text = texts.of(page);
    const run = (index: PageIndex): CompiledPage => {
      const create = (): FileContext => {
        const context = createContext(page, text, { ...options, index });
        context.page.toJavaScript = typescript?.toJavaScript;
        return context;
      };
      return compileInTime(create, compile);
    };
    const { onAsked } = options;
    if (!onAsked) return run(options.index);
    const { index, asked } = recordIndex(options.index);
    const { result, seen } = observed(() => run(index));
    onAsked(page.sourcePath, { ...asked, seen });
    return result;
  };
}

function compileInTime(create: () => FileContext, compile: (context: FileContext) => void): CompiledPage {
  let context = create();
  const { pageTimeout } = context.page.site.config;
  try {
    withinTime(pageTimeout, () => {
      context = create();
      compile(context);
      compileHome(context);
    });
  } catch (error) {
    const at = { line: 1, column: 1 };
    // The call stack is used up.
    if (error instanceof RangeError) report(context, 'nested-too-deeply', {}, { at });
    else if (error instanceof TimeoutError) report(context, 'page-timeout', { seconds: pageTimeout / 1000 }, { at });
    else throw error;
  }
  const { out } = context.page;
  checkFrontmatterLinks(context);
  reportMissingTitle(context);
  out.diagnostics = arrangeDiagnostics(out.diagnostics);
  return out;
}

function compileMarkdownPage(context: FileContext): void {
  const tree: HastRoot = { type: 'root', children: compileMarkdownFile(context) };
  transformDocument(tree, context);
  printContent(tree, context.page.out);
}

/** A page of which nothing is compiled. */
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
  const headings = { hasTitle: false, depth: 1 };
  let locations: ReturnType<PageContext['frontmatterLocations']> | undefined;
  const frontmatterLocations = () => (locations ??= parseFrontmatter(source, sourcePath).locations);
  const pageContext: PageContext = { ...options, page, frontmatterLocations, idPrefix, headings, counts, out };
  const file = createSourceFile({ filePath, path: sourcePath, source, keep: [bodyOffset, source.length] });
  return { page: pageContext, file, chain: [filePath] };
}

/** Links of the hero and of features are written in front matter; they are checked as those of the body. */
function checkFrontmatterLinks(context: FileContext): void {
  const { page, frontmatterLocations } = context.page;
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
      // Positions inside YAML are not those of Markdown: only the location is used.
      resolveHref(link, { position: { start: at, end: at } }, context);
    }
  }
}
