import type { Playground } from '../../../shared/playground/schema.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import type { Cache } from '../../store/cache.ts';
import type { CheckedBlock } from '../check/checked-file.ts';
import { checkedBlock, projectOf } from '../check-site-types.ts';
import { createTypesReader, type TypesReader } from '../types-reader.ts';
import type { PlaygroundDemo } from './problems.ts';

export interface SitePlaygrounds {
  playgrounds: Map<string, Playground>;
  diagnostics: Diagnostic[];
}

/** Reads the controls of all demos whose components have props. Queries the compiler only if there are such demos. */
export async function readSitePlaygrounds(
  site: Site,
  demos: readonly EmbeddedDemo[],
  reader: Pick<TypesReader, 'playgrounds'>,
): Promise<SitePlaygrounds> {
  const wanted = site.config.apiParser === false ? [] : demos.flatMap((demo) => playgroundDemo(site, demo) ?? []);
  if (wanted.length === 0) return { playgrounds: new Map(), diagnostics: [] };
  const { playgrounds, diagnostics } = await reader.playgrounds({ ...projectOf(site), demos: wanted });
  return { playgrounds: new Map(playgrounds), diagnostics };
}

/** Reads playgrounds with a separate compiler, for a site that needs no other types. */
export async function readPlaygroundsAlone(
  site: Site,
  demos: readonly EmbeddedDemo[],
  options: { cache: Cache; signal?: AbortSignal },
): Promise<SitePlaygrounds> {
  const reader = createTypesReader(site, options);
  try {
    return await readSitePlaygrounds(site, demos, reader);
  } finally {
    await reader.close();
  }
}

function playgroundDemo(site: Site, demo: EmbeddedDemo): PlaygroundDemo | undefined {
  const { id, takesProps, filePath, code, headerLength, location } = demo;
  if (!takesProps) return undefined;
  const { name, listed, listedAt, tag } = takesProps;
  return {
    id,
    name,
    headerLength,
    ...(listed && { listed, listedAt }),
    ...(code ? { block: blockOf(site, code.text, demo) } : { filePath }),
    ...(tag && { tag: { ...tag, location } }),
  };
}

/** Creates the block for a tag's code. The code may import the same as a stories file, so it is checked next to that file. */
function blockOf(site: Site, text: string, { takesProps, filePath, location }: EmbeddedDemo): CheckedBlock {
  const block = checkedBlock(site, { text, lang: 'tsx', location });
  return takesProps?.tag?.limits ? { ...block, page: filePath } : block;
}
