import fs from 'node:fs';
import { hashOf } from '../../base/hash.ts';
import type { DemoListEntry } from '../../build/compose/demo-list.ts';
import type { PipelineResult } from '../../build/pipeline-options.ts';
import type { Site } from '../../project/config/types.ts';
import { outputPathOf } from '../../render/page-url.ts';
import type { Entries } from '../../store/entries.ts';
import { makersOf } from '../../store/tool-files.ts';
import type { Lab } from './lab.ts';
import type { CheckPart } from './parts.ts';

/** Cache task for demos without findings. */
const PASSED = 'check-passed';

/** Demos that an earlier check, in the same browser and with the same scripts and checks, found no problems in. */
export type PassedDemos = ReturnType<typeof createPassedDemos>;

export interface PassedInput {
  site: Site;
  built: PipelineResult;
  lab: Pick<Lab, 'axe' | 'tabs'>;
  parts: ReadonlySet<CheckPart>;
  /** Cache entries. If absent, nothing is reused. */
  entries: Entries | undefined;
}

export function createPassedDemos({ site, built, lab, parts, entries }: PassedInput) {
  const { browser } = lab.tabs;
  const shared = hashOf(
    JSON.stringify([
      makersOf(site),
      [browser.browserType().name(), browser.version(), lab.axe ?? '', site.config.base, site.config.demoTimeout],
      [...parts].filter((part) => part !== 'exports' && part !== 'screenshots').sort(),
      // The names of all other files contain a hash of their content.
      [...built.copies].map(([output, file]) => [output, stateOf(file)]),
    ]),
  );
  const keys = new Map<string, string>();
  const documents = new Map<string, string>();
  const hashOfDocument = (route: string): string => {
    const known = documents.get(route);
    if (known !== undefined) return known;
    const text = documentAt(site, built, route).replace(/"buildId":"[^"]*"/, '');
    const hash = hashOf(text);
    documents.set(route, hash);
    return hash;
  };
  const keyOf = ({ id, route, steps }: DemoListEntry): string => {
    const key =
      keys.get(id) ?? hashOf([shared, hashOfDocument(route), hashOfDocument(`/~demos/${id}`), steps?.js ?? ''].join());
    keys.set(id, key);
    return key;
  };
  return {
    has: (demo: DemoListEntry): boolean =>
      entries !== undefined && [...entries.find(PASSED, demo.id, keyOf(demo))].length > 0,
    add(demo: DemoListEntry): void {
      entries?.write(PASSED, demo.id, { key: keyOf(demo), value: true });
    },
  };
}

function documentAt({ config }: Site, { outputs }: PipelineResult, route: string): string {
  const content = outputs.get(outputPathOf(route, config));
  return typeof content === 'function' ? content() : String(content);
}

function stateOf(file: string): string {
  const { size, mtimeMs } = fs.statSync(file);
  return `${size} ${mtimeMs}`;
}
