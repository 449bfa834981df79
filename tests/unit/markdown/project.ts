import fs from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../../src/node/base/diagnostics/diagnostic.ts';
import { createPageTexts } from '../../../src/node/content/page-texts.ts';
import type { SourcePage } from '../../../src/node/content/types.ts';
import { checkPages, createCompiler } from '../../../src/node/markdown/compile-site.ts';
import type { CompiledPage } from '../../../src/node/markdown/types.ts';
import type { ResolvedConfig, Site } from '../../../src/node/project/config/types.ts';
import type { HtmlPart } from '../../../src/shared/page-data.ts';
import { makeFolder, OUTSIDE } from '../../helpers/folder.ts';

export interface ProjectOptions {
  config?: Partial<ResolvedConfig>;
  includeDebug?: boolean;
  /** `repository` of package.json. */
  repository?: string;
  /** Fields of pages by source path. */
  pages?: Record<string, Partial<SourcePage>>;
}

/** Creates a site in a temporary folder. Files below `docs` that end with `.md` or `.mdx` are pages. */
export function createProject(files: Record<string, string | Buffer>, options: ProjectOptions = {}) {
  const root = makeFolder('compile', OUTSIDE);
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), content);
  }
  const config = {
    base: '/',
    publicDir: path.join(root, 'docs/public'),
    docDirs: [{ dir: path.join(root, 'docs') }],
    atomDirs: [],
    codeBlockMode: 'active',
    csp: {},
    headScripts: [],
    scripts: [],
    styles: [],
    // On a busy machine, no page may time out.
    pageTimeout: 100_000,
    alias: {},
    locales: [{ id: 'zh-CN', name: '中文', base: '/' }],
    themeConfig: {},
    language: 'en-US',
    languages: ['en-US', 'zh-CN'],
    messages: {},
    ...options.config,
  } as ResolvedConfig;
  const site = { root, projectRoot: root, config, packageJson: { dir: root, repository: options.repository } } as Site;
  const texts = createPageTexts();
  const all = Object.keys(files)
    .filter((name) => /^docs\/.*\.mdx?$/.test(name))
    .map((name) => {
      const page = createPage(root, name, String(files[name]), options.pages?.[name]);
      texts.hold(page, String(files[name]));
      return page;
    });
  const tabOf = (page: SourcePage) => /^(.*)\.\$(.*)\.mdx?$/.exec(page.sourcePath);
  const pages = all.filter((page) => !tabOf(page));
  for (const tab of all) {
    const [, stem, key] = tabOf(tab) ?? [];
    const owner = pages.find((page) => page.sourcePath.replace(/\.mdx?$/, '') === stem);
    if (key) owner?.tabs.push({ key, title: key, page: tab });
  }
  const compiler = createCompiler({ site, pages, texts, includeDebug: options.includeDebug });
  const find = (name: string) => all.find((page) => page.sourcePath === name) as SourcePage;
  return {
    root,
    compile: (name: string): Promise<CompiledPage> => compiler.compile(find(name)),
    async check(): Promise<Diagnostic[]> {
      const compiled = new Map<string, CompiledPage>();
      for (const page of all) compiled.set(page.sourcePath, await compiler.compile(page));
      return checkPages(compiled, pages, { root });
    },
  };
}

function createPage(root: string, sourcePath: string, source: string, fields: Partial<SourcePage> = {}): SourcePage {
  const route = sourcePath
    .replace(/^docs\//, '')
    .replace(/(^|\/)index(?=\.)/, '')
    .replace(/(\.\$.*)?\.mdx?$/, '');
  return {
    sourcePath,
    filePath: path.join(root, sourcePath),
    format: sourcePath.endsWith('.mdx') ? 'mdx' : 'md',
    look: {
      hash: '',
      mayRun: false,
      mayHaveTables: false,
      mayHaveTypedBlocks: false,
      mayBePassedOver: false,
      pageLinks: [],
    },
    bodyOffset: /^---\n[\s\S]*?\n---\n/.exec(source)?.[0].length ?? 0,
    routePath: `/${route}`.replace(/(.)\/$/, '$1'),
    locale: 'zh-CN',
    title: 'Page title',
    tabs: [],
    atom: false,
    ...fields,
    frontmatter: { title: 'Page title', ...fields.frontmatter },
  };
}

/** Compiles a single page. */
export function compile(source: string, format: 'md' | 'mdx' = 'md', options: ProjectOptions = {}) {
  return createProject({ [`docs/page.${format}`]: source }, options).compile(`docs/page.${format}`);
}

/** Prints HTML of parts, with components as `<@Name {props}>` and demos as `<@demo id>`. */
export function htmlOf(parts: HtmlPart[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('demo' in part) return `<@demo ${part.demo}>`;
      const props = Object.keys(part.props).length > 0 ? ` ${JSON.stringify(part.props)}` : '';
      return `<@${part.component}${props}>${htmlOf(part.children)}</@${part.component}>`;
    })
    .join('');
}

/** Prints the HTML of a page's content without heading anchors. */
export function contentOf(page: CompiledPage): string {
  return htmlOf(page.content).replace(/<a class="heading-anchor"[^>]*><\/a>/g, '');
}

/** Formats each diagnostic as `line:column severity code: text`. */
export function messagesOf(diagnostics: Diagnostic[]): string[] {
  return diagnostics.map(
    ({ severity, code, text, location }) => `${location?.line}:${location?.column} ${severity} ${code}: ${text}`,
  );
}

/** Removes files that only configure how scripts are compiled. */
export const withoutSettings = (files: string[]): string[] => files.filter((file) => !/[jt]sconfig\.json$/.test(file));
