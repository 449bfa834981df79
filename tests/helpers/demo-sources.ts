import type { DemoSource } from '../../src/shared/demo-source.ts';
import type { TestBuild } from './build-site.ts';

/**
 * Reads the source of a demo from a built site, for editing and exporting it.
 *
 * @param id end of the demo's id
 */
export async function sourceOf(built: TestBuild, id: string): Promise<DemoSource> {
  const files = built.files.filter((file) => /^assets\/source-.*\.json$/.test(file));
  const sources = await Promise.all(files.map(async (file) => JSON.parse(await built.read(file)) as DemoSource));
  const found = sources.find(({ asset }) => asset.id.endsWith(`-${id}`));
  if (!found) throw new Error(`No demo ${id} among ${sources.map(({ asset }) => asset.id)}`);
  return found;
}
