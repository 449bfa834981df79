/** Makes the pages of one shard, on whichever machine. */

import fs from 'node:fs';
import path from 'node:path';
import { bundleRenderer } from '../bundle/bundle-site.ts';
import { answerOf, hashOf } from '../cache/observe-reads.ts';
import { type Asked, type CompileOptions, compilePage } from '../compile/compile-page.ts';
import type { CompiledPage } from '../compile/types.ts';
import { composeContext } from '../compose/context.ts';
import type { Site } from '../config/types.ts';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import { eachLimited } from '../files/each-limited.ts';
import { relativePath } from '../files/paths.ts';
import { interfaceStrings } from '../languages/interface-strings.ts';
import { readPage } from '../load/read-page.ts';
import type { SourcePage } from '../load/types.ts';
import { packageDir } from '../package-dir.ts';
import { makePage } from '../pages/make-page.ts';
import { withoutContent } from '../pages/may-need-types.ts';
import { NO_CONTENTS } from '../prerender/page-record.ts';
import type { RenderContext } from '../prerender/render-page.ts';
import { importRenderer } from '../prerender/server-module.ts';
import { createRepositoryLinks } from '../repository-links.ts';
import { isError } from '../run.ts';
import { withTabs } from '../with-tabs.ts';
import { withinTime } from '../within-time.ts';
import { writeTree } from '../write/write-tree.ts';
import { makerOf } from './plan-shards.ts';
import { toPortable } from './portable.ts';
import { shardFailure } from './shard-failure.ts';
import type { Answers, PartPage, Shard, ShardPage } from './types.ts';

/** Folder of a part in which the pages stand. */
export const PART_FILES = 'files';
/** Pages that are made before they are written. */
const BATCH = 32;

/** What came of a shard. */
export interface MadePart {
  /** Lines of its list. */
  lines: string[];
  /** Bytes by path in the part. */
  written: Map<string, number>;
  diagnostics: Diagnostic[];
}

/**
 * Makes what it can of a shard's pages and writes it into a folder. A page that asks for what the plan did not foresee, or cannot
 * be rendered, is left to whoever puts the parts together. Throws a DiagnosticError for errors of content, and where sources,
 * packages or the tool are not those of the plan.
 */
export async function makePart(
  site: Site,
  shard: Shard,
  { folder, shownAs, signal }: { folder: string; shownAs: string; signal?: AbortSignal },
): Promise<MadePart> {
  const script = await bundleRenderer(site, []);
  if (makerOf(site, script.code) !== shard.maker)
    throw shardFailure('The plan was made by another tool, with other packages or another configuration', [
      'Use one version of Node, of the tool and of the packages for all parts of a build: `npm ci` everywhere',
    ]);
  checkDisk(shard.answers, site);
  const { server } = await importRenderer(script, site.config.pageTimeout);
  const context = composeContext({ ...shard.facts, site }, server);
  const compile = createShardCompiler(site, shard.answers);
  const made: MadePart = { lines: [], written: new Map(), diagnostics: [] };
  for (let at = 0; at < shard.pages.length; at += BATCH) {
    signal?.throwIfAborted();
    const files = new Map<string, string>();
    await eachLimited(shard.pages.slice(at, at + BATCH), async (given) => {
      const page = await readSources(given);
      const parts = given.compiled?.parts ?? (await compile(page));
      if (!parts) return;
      const faults = given.compiled ? [] : parts.flatMap(({ diagnostics }) => diagnostics).filter(isError);
      made.diagnostics.push(...faults);
      const whole = { ...given, page, parts };
      const result = faults.length > 0 ? undefined : render(whole, shard, context);
      if (!result) return;
      for (const [output, text] of result.files) files.set(`${PART_FILES}/${output}`, text);
      const line: PartPage = {
        sourcePath: page.sourcePath,
        files: Array.from(result.files, ([output, text]) => [output, hashOf(text), Buffer.byteLength(text)]),
        parts: given.compiled ? undefined : parts.map((part) => ({ ...withoutContent(part), dependencies: [] })),
        search: result.summary.search?.text,
      };
      made.lines.push(toPortable(line, site.root));
    });
    for (const [file, text] of files) made.written.set(file, Buffer.byteLength(text));
    await writeTree({ folder, files, shownAs, signal });
  }
  if (made.diagnostics.length > 0) throw new DiagnosticError(made.diagnostics);
  made.lines.sort();
  return made;
}

function render(
  { page, parts, compiled, place }: ShardPage & { parts: CompiledPage[] },
  { sidebars }: Shard,
  context: RenderContext,
): ReturnType<typeof makePage> | undefined {
  const withSidebar = <Place extends { sidebar: number }>(given: Place) => ({
    ...given,
    sidebar: sidebars[given.sidebar] ?? [],
  });
  const fallbacks = place.fallbacks?.map(withSidebar);
  const record = { ...(compiled?.contents ?? NO_CONTENTS), ...withSidebar(place), fallbacks };
  try {
    return withinTime(context.site.config.pageTimeout, () => makePage({ page, parts }, record, context));
  } catch {
    // It is made again, and told, where the sources of the renderer are known.
    return undefined;
  }
}

/** A compiler that knows of other pages, and of the disk, what the plan foresaw; undefined for a page that asks for more. */
function createShardCompiler(site: Site, answers: Answers): (page: SourcePage) => Promise<CompiledPage[] | undefined> {
  const relative = (file: string): string => relativePath(site.root, file);
  const answer = <Value>(record: Record<string, Value>, key: string): Value | undefined =>
    Object.hasOwn(record, key) ? record[key] : undefined;
  const isForeseen = ({ files, routes, seen: { facts } }: Asked): boolean =>
    [...files.keys()].every((file) => Object.hasOwn(answers.files, relative(file))) &&
    [...routes.keys()].every((route) => Object.hasOwn(answers.routes, route)) &&
    facts.every(({ path: file }) => isOfTool(file) || Object.hasOwn(answers.disk, relative(file)));
  const asked = new Map<string, Asked>();
  const options: CompileOptions = {
    site,
    index: {
      byFile: { get: (file) => answer(answers.files, relative(file)) ?? undefined },
      byRoute: { has: (route) => answer(answers.routes, route) ?? false },
    },
    includeDebug: false,
    strings: interfaceStrings(site),
    repositoryLink: createRepositoryLinks(site),
    onAsked: (sourcePath, found) => void asked.set(sourcePath, found),
  };
  return async (page) => {
    const parts: CompiledPage[] = [];
    for (const file of withTabs(page)) {
      parts.push(await compilePage(file, options));
      const found = asked.get(file.sourcePath);
      asked.delete(file.sourcePath);
      if (!found || !isForeseen(found)) return undefined;
    }
    return parts;
  };
}

function isOfTool(file: string): boolean {
  return ['lib', 'src', 'node_modules'].some((folder) => file.startsWith(path.join(packageDir, folder) + path.sep));
}

/** Reads the texts of a page, which must be those that were planned. */
async function readSources({ page, sources }: ShardPage): Promise<SourcePage> {
  const files = withTabs(page);
  const texts = await Promise.all(files.map((file) => readText(file.filePath, file.sourcePath)));
  const changed = files.find((_file, at) => hashOf(texts[at] ?? '') !== sources[at]);
  if (changed) throw changedSince(changed.sourcePath);
  const [main, ...tabs] = files.map((file, at) => ({ ...file, source: texts[at] ?? '' }));
  return { ...(main as SourcePage), tabs: page.tabs.map((tab, at) => ({ ...tab, page: tabs[at] as SourcePage })) };

  async function readText(filePath: string, sourcePath: string): Promise<string> {
    if (!fs.existsSync(filePath)) throw changedSince(sourcePath);
    return (await readPage(filePath, sourcePath)).source ?? '';
  }
}

function checkDisk({ disk }: Answers, { root }: Site): void {
  for (const [file, planned] of Object.entries(disk)) {
    if (planned === null || planned === '/') continue;
    const filePath = path.resolve(root, file);
    const now = planned === 'file' ? answerOf('kind', filePath) : answerOf('content', filePath);
    if (now !== planned) throw changedSince(file);
  }
}

function changedSince(file: string): DiagnosticError {
  return shardFailure(`${file} is not what it was when the plan was made`, [
    'Make all parts of a build from one commit, with nothing changed meanwhile',
  ]);
}
