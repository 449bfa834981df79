import fs from 'node:fs/promises';
import path from 'node:path';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, type Location, locate } from '../../base/diagnostics/diagnostic.ts';
import { isInside, relativePath } from '../../base/files/paths.ts';
import { packageDir } from '../../base/package-dir.ts';
import type { PageTexts, SourcePage } from '../../content/types.ts';
import { locationInCode } from '../../markdown/code-location.ts';
import type { CompiledPage, EmbeddedDemo } from '../../markdown/types.ts';
import { locateKey } from '../../project/config/key-location.ts';
import type { Site } from '../../project/config/types.ts';
import { allowsStyles, describeBlocked, inlineContent, isAllowed, policySources } from '../../project/csp.ts';
import { requestedUrls } from '../../project/requested-urls.ts';
import type { BuiltDemo } from './built-demo.ts';

const SHEET = /\.(?:css|less|s[ac]ss)$/;
interface SearchedText {
  /** Absolute path of its file. */
  filePath: string;
  /** The text, if it differs from the file. */
  text?: string;
  demo?: EmbeddedDemo;
  /** Location of a style sheet in the configuration. `text` is its text. */
  configured?: Location;
}

/** Each pair of host and directive is reported once. `sources` are those of the policy, by directive. */
export async function findBlocked(
  { root }: Site,
  sources: Record<string, string[]>,
  searched: Iterable<SearchedText>,
): Promise<Diagnostic[]> {
  const found = new Map<string, Diagnostic>();
  const texts = await Promise.all(
    Array.from(searched, async ({ filePath, demo, configured, text }) => ({
      ...{ filePath, demo, configured },
      text: demo?.code?.text ?? text ?? (await fs.readFile(filePath, 'utf8').catch(() => '')),
    })),
  );
  for (const { filePath, demo, configured, text } of texts.filter(({ text }) => text.includes('//'))) {
    for (const { url, offset, length, directive } of requestedUrls(text, SHEET.test(filePath) || !!configured)) {
      const key = `${directive} ${url.origin}`;
      if (found.has(key) || isAllowed(sources, directive, url)) continue;
      const at = locate(demo ? demo.location.file : relativePath(root, filePath), text, offset, length);
      const location = configured ?? (demo ? locationInCode(at, demo) : at);
      found.set(key, describeBlocked(directive, url, { location }));
    }
  }
  return [...found.values()];
}

const STYLE_WRITERS =
  /^(?:styled-components|goober|jss|react-jss|styled-jsx|antd|antd-style|@ant-design\/cssinjs|@emotion\/(?:css|react|styled)|@mui\/(?:joy|material|styled-engine|system)|@chakra-ui\/react|@fluentui\/react(?:-components)?|@griffel\/react|@stitches\/react)(?:\/|$)/;

export interface RunningCode {
  /** Pages and their compiled form. The code of `.mdx` pages is searched. */
  pages: Iterable<{ page: SourcePage; compiled: CompiledPage }>;
  texts: PageTexts;
  /** Absolute paths of the files that were bundled. */
  inputs: string[];
}

/** Reports styles (CD506) and URLs (CD507) that the policy blocks. */
export async function findDemoWarnings(
  site: Site,
  built: Iterable<BuiltDemo>,
  { pages, texts, inputs }: RunningCode,
): Promise<Diagnostic[]> {
  const demos = [...built];
  const interactive = [...pages].filter(({ compiled }) => compiled.module !== undefined);
  const sources = policySources(site.config, { inline: [], runsCode: true });
  const searched = [
    ...textsOf(demos),
    ...interactive.map(({ page }) => ({ filePath: page.filePath, text: codeOf(texts.of(page)) })),
    ...inputs.filter(isScriptOrSheet).map((filePath) => ({ filePath })),
    ...configuredSheets(site),
  ];
  return [
    ...(allowsStyles(site.config) ? [] : checkStyles(demos)),
    ...(sources ? await findBlocked(site, sources, searched) : []).filter((found) => !isReported(found, interactive)),
  ];
}

function configuredSheets({ root, config, configFile, configSource = '' }: Site): SearchedText[] {
  if (configFile === undefined) return [];
  return config.styles.flatMap((style, index): SearchedText[] => {
    const configured = locateKey(configFile, configSource, ['styles', index]);
    const href = typeof style === 'string' ? style : style.href;
    if (href !== undefined && /^\/[^/].*\.css$/.test(href)) return [{ filePath: path.join(config.publicDir, href) }];
    return inlineContent(style).map((text) => ({ filePath: path.join(root, configFile), text, configured }));
  });
}

function isReported({ text, location }: Diagnostic, pages: { compiled: CompiledPage }[]): boolean {
  return pages.some(({ compiled: { sourcePath, diagnostics } }) => {
    return sourcePath === location?.file && diagnostics.some((known) => known.code === 'CD507' && known.text === text);
  });
}

function textsOf(demos: BuiltDemo[]): SearchedText[] {
  const found = new Map<string, SearchedText>();
  for (const { demo, files, module } of demos) {
    const [, ...others] = files;
    found.set(demo.code ? demo.id : demo.filePath, { filePath: demo.filePath, ...(demo.code && { demo }) });
    for (const { filePath } of others) found.set(filePath, { filePath });
    for (const filePath of module?.sheets ?? []) found.set(filePath, { filePath });
  }
  return [...found.values()];
}

/** Returns the source of an `.mdx` page with code blocks and inline code blanked, because they do not run. Offsets do not change. */
function codeOf(source: string): string {
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  return source
    .replace(/^([ \t]*)(`{3,}|~{3,})[\s\S]*?^\1\2/gm, blank)
    .replace(/(?<![`\\=({+[,:]\s*)`[^`\n]+`/g, blank);
}

function isScriptOrSheet(filePath: string): boolean {
  const isOwn = !isInside(path.join(packageDir, 'src'), filePath);
  return isOwn && /\.(?:[cm]?[jt]sx?|css|less|s[ac]ss)$/.test(filePath);
}

function checkStyles(demos: BuiltDemo[]): Diagnostic[] {
  return demos.flatMap(({ demo, files, html = '', styles }) => {
    const modules = files.flatMap(({ imports }) => Object.values(imports));
    const writer = modules.find((module) => STYLE_WRITERS.test(module));
    const hasStyles = styles.length > 0 || /<style\b/.test(html);
    if (!writer && !hasStyles) return [];
    return [
      createDiagnostic(
        'styles-blocked-by-policy',
        { demo: demo.id, writer },
        { location: demo.location, demos: [demo.id] },
      ),
    ];
  });
}
