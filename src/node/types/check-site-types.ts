/** Demos and code blocks against the types of the library. */
import fs from 'node:fs';
import path from 'node:path';
import { unlessAborted } from '../base/abort.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { CompiledPage, CheckedBlock as PageBlock } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { librariesOf } from '../project/libraries.ts';
import { subpathPaths } from '../project/library-subpaths.ts';
import { installedVersion } from '../project/optional-package.ts';
import { noCache } from '../store/cache.ts';
import { tellModules } from '../store/observe-reads.ts';
import type { CheckedBlock, CheckFilesOptions } from './check/check-files.ts';
import { typesScope } from './extract/refused-imports.ts';
import { createTypesReader } from './types-reader.ts';

/** True where the project says how TypeScript is to be understood: a `tsconfig.json` in the site's folder or above it. */
export function hasTypeScript({ root, projectRoot }: Site): boolean {
  for (let dir = root; ; dir = path.dirname(dir)) {
    if (fs.existsSync(path.join(dir, 'tsconfig.json'))) return true;
    if (dir === projectRoot || dir === path.dirname(dir)) return false;
  }
}

/** Checks the demos of a site that are TypeScript, and the code blocks whose fence says `| check`, in one program. */
export async function checkSiteTypes(
  site: Site,
  compiled: Iterable<CompiledPage>,
  signal?: AbortSignal,
): Promise<Diagnostic[]> {
  const pages = [...compiled];
  const files = new Set(pages.flatMap(({ demos }) => demos.flatMap(({ code, filePath }) => (code ? [] : [filePath]))));
  const blocks = pages.flatMap(({ demos, checkedBlocks = [] }) => [
    ...demos.flatMap(({ code, location }) =>
      code?.lang === 'tsx' || code?.lang === 'ts' ? [{ text: code.text, lang: code.lang, location }] : [],
    ),
    ...checkedBlocks,
  ]);
  const { setup } = site.config.demo;
  if (setup !== undefined && pages.some(({ demos }) => demos.length > 0)) files.add(setup);
  const scripts = [...files].filter((file) => /\.tsx?$/.test(file));
  if (scripts.length === 0 && blocks.length === 0) return [];
  const reader = createTypesReader(site, { cache: noCache });
  try {
    const checking = reader.check({
      ...projectOf(site),
      files: scripts,
      blocks: unique(blocks).map((block) => checkedBlock(site, block)),
    });
    const { diagnostics, files: read } = await unlessAborted(checking, signal);
    tellModules(read);
    return diagnostics;
  } finally {
    await reader.close();
  }
}

/** What code of a site is understood with. */
export function projectOf(site: Site): Omit<CheckFilesOptions, 'files' | 'blocks'> {
  const [library, ...others] = librariesOf(site);
  const { name, entry } = library ?? {};
  // The compiler is told of one library; others are found as aliases are.
  const named = others.flatMap((other) => (other.name === undefined ? [] : [[`${other.name}$`, other.entry]]));
  const options = site.config.apiParser === false ? {} : site.config.apiParser;
  return {
    projectRoot: site.projectRoot,
    root: site.root,
    typescript: installedVersion('typescript', site),
    scope: typesScope(site),
    packageName: site.packageJson.name,
    subpaths: Object.assign({}, ...librariesOf(site).map(subpathPaths)),
    alias: { ...Object.fromEntries(named), ...site.config.alias },
    ...(options.tsconfig === undefined ? {} : { tsconfig: options.tsconfig }),
    ...(name !== undefined && entry !== undefined ? { library: { name, entry } } : {}),
  };
}

/** A block of a page as the compiler is given it. */
export function checkedBlock({ root }: Site, { text, lang, location: { file, line } }: PageBlock): CheckedBlock {
  return { page: path.join(root, file), file, text, lang, line: line + 1 };
}

/** A file that several pages embed has its blocks once. */
function unique<Block extends { location: { file: string; line: number } }>(blocks: Block[]): Block[] {
  return [...new Map(blocks.map((block) => [`${block.location.file}:${block.location.line}`, block])).values()];
}
