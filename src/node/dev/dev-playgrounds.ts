import type { Playground } from '../../shared/playground/schema.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { CompiledPage, EmbeddedDemo } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { readSitePlaygrounds, type SitePlaygrounds } from '../types/controls/site-playgrounds.ts';
import type { TypesReader } from '../types/types-reader.ts';
import { createBackground } from './background.ts';

interface Group {
  demos: EmbeddedDemo[];
  key: string;
  known?: SitePlaygrounds;
  isStale: boolean;
}

export function createDevPlaygrounds(
  site: Site,
  { reader, onReady, rest }: { reader: TypesReader; onReady: () => void; rest: () => Promise<void> },
) {
  const groups = new Map<string, Group>();
  const reading = createBackground(async () => {
    for (const group of groups.values()) {
      if (!group.isStale) continue;
      group.isStale = false;
      const found = await readSitePlaygrounds(site, group.demos, reader).catch((error: unknown) => {
        group.isStale = true;
        throw error;
      });
      const isSame = group.known !== undefined && textOf(group.known) === textOf(found);
      group.known = found;
      if (!isSame) onReady();
    }
  }, rest);
  const groupOf = (demos: readonly EmbeddedDemo[]): Group | undefined => {
    const wanted = demos.filter(({ takesProps }) => takesProps);
    if (wanted.length === 0) return undefined;
    const id = wanted.map((demo) => demo.id).join(' ');
    const key = JSON.stringify(wanted);
    const known = groups.get(id);
    if (known?.key === key) return known;
    const group = { ...known, demos: wanted, key, isStale: true };
    groups.set(id, group);
    reading.begin();
    return group;
  };
  return {
    /** Reads the playgrounds of new or changed demos. */
    of: (demos: readonly EmbeddedDemo[]): ReadonlyMap<string, Playground> =>
      groupOf(demos)?.known?.playgrounds ?? new Map(),
    check(compiled: ReadonlyMap<string, CompiledPage>): Diagnostic[] {
      const demos = [...compiled.values()].flatMap((page) => page.demos);
      return groupOf(demos)?.known?.diagnostics ?? [];
    },
    /** Reads all playgrounds again, because scripts have changed. Until then, the known ones remain in use. */
    update(): void {
      for (const group of groups.values()) group.isStale = true;
      if (groups.size > 0) reading.begin();
    },
    close: reading.close,
  };
}

function textOf({ playgrounds, diagnostics }: SitePlaygrounds): string {
  return JSON.stringify([[...playgrounds], diagnostics]);
}
