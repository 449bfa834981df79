import fs from 'node:fs/promises';
import path from 'node:path';
import type { CompiledPage, EmbeddedDemo } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { allowsStyles, policySources } from '../csp.ts';
import type { BuiltDemo } from '../demos/built-demo.ts';
import { type Diagnostic, type Location, locate } from '../diagnostics/diagnostic.ts';
import { isInside, relativePath } from '../files/paths.ts';
import type { SourcePage } from '../load/types.ts';
import { packageDir } from '../package-dir.ts';
import { findBlocked, type SearchedText } from './blocked-addresses.ts';
import { findMisplaced, type Misplaced } from './nesting.ts';

/** Packages that insert styles while they run. */
const STYLE_WRITERS =
  /^(?:styled-components|goober|jss|react-jss|styled-jsx|antd|antd-style|@ant-design\/cssinjs|@emotion\/(?:css|react|styled)|@mui\/(?:joy|material|styled-engine|system)|@chakra-ui\/react|@fluentui\/react(?:-components)?|@griffel\/react|@stitches\/react)(?:\/|$)/;
/** How many demos with the same fault are named. */
const NAMED = 3;

/** What else of a site runs in the browser. */
export interface RunningCode {
  /** Pages with what was compiled of them: code of `.mdx` pages is searched. */
  pages: Iterable<{ page: SourcePage; compiled: CompiledPage }>;
  /** Absolute paths of the files that were bundled. */
  inputs: string[];
}

/**
 * Warnings of what the reader's browser will make of demos, and of other code, otherwise than their author sees it. Codes: CD505
 * elements that the parser does not leave where they are, CD506 demos whose styles the policy stops, CD507 addresses that it blocks.
 */
export async function findDemoWarnings(
  site: Site,
  built: Iterable<BuiltDemo>,
  { pages, inputs }: RunningCode,
): Promise<Diagnostic[]> {
  const demos = [...built];
  const interactive = [...pages].filter(({ compiled }) => compiled.module !== undefined);
  if (demos.length + interactive.length === 0) return [];
  const sources = policySources(site.config, { inline: [], runsCode: true });
  const searched = [
    ...textsOf(demos),
    ...interactive.map(({ page }) => ({ filePath: page.filePath, text: codeOf(page) })),
    ...inputs.filter(isScriptOrSheet).map((filePath) => ({ filePath })),
  ];
  return [
    ...(await checkNesting(site, demos)),
    ...(allowsStyles(site.config) ? [] : checkStyles(demos)),
    ...(sources ? await findBlocked(site, sources, searched) : []).filter((found) => !isReported(found, interactive)),
  ];
}

/** True for an element of an `.mdx` page, which was reported when the page was compiled. */
function isReported({ text, location }: Diagnostic, pages: { compiled: CompiledPage }[]): boolean {
  return pages.some(({ compiled: { sourcePath, diagnostics } }) => {
    return sourcePath === location?.file && diagnostics.some((known) => known.code === 'CD507' && known.text === text);
  });
}

/** Files of demos, and demos that are written in a page. */
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

/** Source of an `.mdx` page without its code blocks and code in lines: they are shown, not run. Offsets stay. */
function codeOf({ source }: SourcePage): string {
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  return source
    .replace(/^([ \t]*)(`{3,}|~{3,})[\s\S]*?^\1\2/gm, blank)
    .replace(/(?<![`\\=({+[,:]\s*)`[^`\n]+`/g, blank);
}

/** True for a file of the site itself, and not of the tool. */
function isScriptOrSheet(filePath: string): boolean {
  const isOwn = !isInside(path.join(packageDir, 'src'), filePath);
  return isOwn && /\.(?:[cm]?[jt]sx?|css|less|s[ac]ss)$/.test(filePath);
}

/** What is misplaced by the demo's own text is told at its place, what a component brings once for all demos. */
async function checkNesting({ root }: Site, demos: BuiltDemo[]): Promise<Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  const ofComponents = new Map<string, { pair: Misplaced; demos: EmbeddedDemo[] }>();
  for (const { demo, html = '' } of demos) {
    for (const pair of findMisplaced(html)) {
      const location = await locateNesting(root, demo, pair);
      if (location) {
        diagnostics.push(tellNesting(pair, `The demo ${demo.id}`, location, [demo]));
        continue;
      }
      const key = `${pair.inner} ${pair.outer}`;
      const known = ofComponents.get(key) ?? { pair, demos: [] };
      ofComponents.set(key, { pair, demos: [...known.demos, demo] });
    }
  }
  for (const { pair, demos: same } of ofComponents.values()) {
    const [first] = same;
    if (!first) continue;
    const names = same.slice(0, NAMED).map(({ id }) => id);
    const more = same.length > NAMED ? ` and ${same.length - NAMED} more` : '';
    const who = same.length === 1 ? `The demo ${first.id}` : `${same.length} demos (${names.join(', ')}${more})`;
    diagnostics.push(tellNesting(pair, who, entryLocation(root, first), same));
  }
  return diagnostics;
}

function tellNesting({ inner, outer }: Misplaced, who: string, location: Location, demos: EmbeddedDemo[]): Diagnostic {
  const [demo] = demos;
  const what = inner === 'text' ? 'text' : `<${inner}>`;
  return {
    severity: 'warning',
    code: 'CD505',
    text: `${who} put${who.startsWith('The') ? 's' : ''} ${what} into <${outer}>, where no browser leaves it`,
    location,
    demos: demos.map(({ id }) => id),
    notes: [
      'The page is parsed as HTML: React finds other elements than it rendered, and renders the demo anew.',
      ...(!demo || demo.code ? [] : [`It is embedded at ${placeOf(demo.location)}.`]),
    ],
  };
}

/** Where a demo's own text has one element in the other. */
async function locateNesting(
  root: string,
  demo: EmbeddedDemo,
  { inner, outer }: Misplaced,
): Promise<Location | undefined> {
  const text = demo.code?.text ?? (await fs.readFile(demo.filePath, 'utf8').catch(() => ''));
  const pattern = new RegExp(`<${outer}\\b(?:(?!</${outer}>)[\\s\\S])*?(<${inner}\\b)`);
  const match = pattern.exec(text);
  if (inner === 'text' || !match) return undefined;
  const offset = match.index + match[0].length - (match[1]?.length ?? 0);
  const location = locate(sourcePathOf(root, demo), text, offset, inner.length + 1);
  return demo.code ? { ...location, line: demo.location.line + location.line } : location;
}

function checkStyles(demos: BuiltDemo[]): Diagnostic[] {
  return demos.flatMap(({ demo, files, html = '', styles }) => {
    const modules = files.flatMap(({ imports }) => Object.values(imports));
    const writer = modules.find((module) => STYLE_WRITERS.test(module));
    const hasStyles = styles.length > 0 || /<style\b/.test(html);
    if (!writer && !hasStyles) return [];
    return [
      {
        severity: 'warning' as const,
        code: 'CD506',
        text: `The demo ${demo.id} inserts styles${writer ? ` by ${writer}` : ''}, which the strict policy stops: it will look bare`,
        location: demo.location,
        demos: [demo.id],
        notes: [
          "Remove 'strict' from csp in the configuration, or have the styles written to a style sheet at build time.",
        ],
      },
    ];
  });
}

function entryLocation(root: string, demo: EmbeddedDemo): Location {
  return demo.code ? demo.location : { file: sourcePathOf(root, demo), line: 1, column: 1 };
}

function sourcePathOf(root: string, demo: EmbeddedDemo): string {
  return demo.code ? demo.location.file : relativePath(root, demo.filePath);
}

function placeOf({ file, line, column }: Location): string {
  return `${file}:${line}:${column}`;
}
