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
import type { CheckedBlock, CheckFilesOptions } from './check/check-files.ts';
import { typesScope } from './extract/refused-imports.ts';
import { createTypesReader } from './types-reader.ts';

/** Returns true if there is a `tsconfig.json` in the site's folder or in a folder above it within the project. */
export function hasTypeScript({ root, projectRoot }: Site): boolean {
  for (let dir = root; ; dir = path.dirname(dir)) {
    if (fs.existsSync(path.join(dir, 'tsconfig.json'))) return true;
    if (dir === projectRoot || dir === path.dirname(dir)) return false;
  }
}

export async function checkSiteTypes(
  site: Site,
  compiled: Iterable<CompiledPage>,
  signal?: AbortSignal,
): Promise<Diagnostic[]> {
  const pages = [...compiled];
  const files = new Set(
    pages.flatMap(({ demos }) =>
      demos.flatMap(({ code, filePath, steps }) => [...(code ? [] : [filePath]), ...(steps?.file ? [steps.file] : [])]),
    ),
  );
  const blocks = pages.flatMap(({ demos, checkedBlocks = [] }) => [
    ...demos.flatMap(({ code, location, takesProps }) => {
      // The code of a `<Playground>` is generated, and its states are checked together with its controls. A story is
      // checked with its file by the project itself.
      const isWritten = takesProps?.tag === undefined && !code?.origin;
      return isWritten && (code?.lang === 'tsx' || code?.lang === 'ts')
        ? [{ text: code.text, lang: code.lang, location }]
        : [];
    }),
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
    const { diagnostics } = await unlessAborted(checking, signal);
    return diagnostics;
  } finally {
    await reader.close();
  }
}

export function projectOf(site: Site): Omit<CheckFilesOptions, 'files' | 'blocks'> {
  const [library, ...others] = librariesOf(site);
  const { name, entry } = library ?? {};
  // The compiler accepts only one library, so the other libraries are passed as aliases.
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

/** Creates the compiler's input for a code block on a page. The block's line is counted from 1. */
export function checkedBlock({ root }: Site, { text, lang, location: { file, line } }: PageBlock): CheckedBlock {
  return { page: path.join(root, file), file, text, lang, line: line + 1 };
}

/** Removes duplicates: several pages may embed the same file, but its blocks are checked only once. */
function unique<Block extends { location: { file: string; line: number } }>(blocks: Block[]): Block[] {
  return [...new Map(blocks.map((block) => [`${block.location.file}:${block.location.line}`, block])).values()];
}
