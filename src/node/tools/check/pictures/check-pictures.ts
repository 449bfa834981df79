import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../../../base/diagnostics/diagnostic.ts';
import { hasCode } from '../../../base/files/error-code.ts';
import type { DemoListEntry } from '../../../build/compose/demo-list.ts';
import type { Site } from '../../../project/config/types.ts';
import { defaultRef } from '../../checkout/resolve-commit.ts';
import { type OtherSide, resolveOtherSide } from '../../checkout/resolve-other-side.ts';
import type { Finding } from '../types.ts';
import { compareSets, type SetEntry } from './compare-sets.ts';
import { otherPictures } from './other-pictures.ts';
import type { PictureSet } from './picture-set.ts';
import { writeReview } from './review/write-review.ts';
import { pictureIdentity } from './take/picture-identity.ts';
import type { PictureBrowser } from './take/start-picture-browser.ts';
import type { PicturedDemo } from './take/take-pictures.ts';
import { type TakeSetOptions, takeSet } from './take/take-set.ts';

export interface PicturesCheck {
  site: Site;
  demos: readonly DemoListEntry[];
  /** True if these are all demos of the site. */
  isWhole: boolean;
  origin: string;
  startBrowser: (otherHost?: string) => Promise<PictureBrowser>;
  runner: string;
  /** What to compare with: a folder, an address or a git ref. Default: the merge base with the default branch. */
  against?: string | undefined;
  /** Working directory, to which a relative folder refers. */
  cwd: string;
  cache: string;
  review: string;
  atOnce: number;
  onBuild?: ((commit: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Numbers of pictures, and the review page. */
export interface PicturesResult {
  changed: number;
  added: number;
  removed: number;
  unchanged: number;
  /** Pictures that differ each time. */
  unstable: number;
  /** Absolute path of the review page. */
  review: string;
  /** Absolute path of the new pictures. */
  folder: string;
}

const CURRENT = 'current';
/** File beside it with the ids of the demos, if not all were checked. */
const RUN_FILE = 'current.json';

async function writeRun(cache: string, demos: string[] | undefined): Promise<void> {
  const file = path.join(cache, RUN_FILE);
  if (demos === undefined) await fs.rm(file, { force: true });
  else await fs.writeFile(file, JSON.stringify(demos));
}

/** Returns the folder with the newest pictures of a site, and the ids of the demos if not all were checked. */
export async function newestPictures(cache: string): Promise<{ current: string; only?: Set<string> }> {
  const current = path.join(cache, CURRENT);
  try {
    const demos = JSON.parse(await fs.readFile(path.join(cache, RUN_FILE), 'utf8')) as string[];
    return { current, only: new Set(demos) };
  } catch (error) {
    // All demos were checked.
    if (hasCode(error, 'ENOENT')) return { current };
    throw error;
  }
}

export interface CheckedPictures {
  /** Undefined if there were no pictures to compare with. */
  result: PicturesResult | undefined;
  /** By demo id. */
  findings: Map<string, Finding[]>;
  diagnostics: Diagnostic[];
  /** Why there were no pictures to compare with: the site of a commit could not be built. Empty otherwise. */
  failure: Diagnostic[];
}

/** Throws a DiagnosticError with exit code 2 if `against` has no meaning or another environment. */
export async function checkPictures(check: PicturesCheck): Promise<CheckedPictures> {
  const { site, demos, isWhole, origin, startBrowser, runner, cache, review, atOnce, onBuild, signal } = check;
  const { other, diagnostics } = await findOther(check);
  const browser = await startBrowser(other.is === 'address' ? new URL(other.url).hostname : undefined);
  const stop = (): void => void browser.browser.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const wanted = demos.flatMap(({ id, title, route, url, pictures }): PicturedDemo[] =>
      pictures === false ? [] : [{ demo: id, title, route, url: origin + url, options: pictures }],
    );
    const take: Omit<TakeSetOptions, 'folder'> = {
      ...{ browser: browser.browser, runner, atOnce, signal, timeout: site.config.demoTimeout },
      ...site.config.pictures,
      identity: { ...(await pictureIdentity(browser.browser.version())), flags: browser.flags },
    };
    const folder = path.join(cache, CURRENT);
    const taken = await takeSet(wanted, { ...take, folder });
    await writeRun(cache, isWhole ? undefined : demos.map(({ id }) => id));
    const options = { site, demos: wanted, cache, take, onBuild, signal };
    let others: PictureSet;
    try {
      others = await otherPictures(other, options);
    } catch (error) {
      // Without the other side, the new pictures can still be accepted.
      if (!(error instanceof DiagnosticError)) throw error;
      return { result: undefined, findings: taken.findings, diagnostics, failure: error.diagnostics };
    }
    const before = chosen(others, isWhole ? undefined : wanted, demos);
    const thresholds = new Map(wanted.map(({ demo, options: own }) => [demo, own?.threshold]));
    await fs.rm(review, { recursive: true, force: true });
    const comparison = await compareSets({
      ...{ before, after: taken.set, differences: path.join(review, 'pictures/difference') },
      thresholdOf: (demo) => thresholds.get(demo),
      ...(signal && { signal }),
    });
    const page = await writeReview(review, { title: site.config.title, comparison });
    // The new pictures can be accepted.
    if (comparison.kind === 'other-environment')
      throw failure(2, 'other-screenshot-environment', { difference: comparison.difference });
    const { entries } = comparison;
    const findings = new Map(taken.findings);
    for (const [demo, finding] of changesOf(entries)) findings.set(demo, [...(findings.get(demo) ?? []), finding]);
    const count = (kind: SetEntry['kind']): number => entries.filter((entry) => entry.kind === kind).length;
    const result: PicturesResult = {
      changed: count('changed'),
      added: count('added'),
      removed: count('removed'),
      unchanged: count('unchanged'),
      unstable: count('unstable'),
      review: page,
      folder,
    };
    return { result, findings, diagnostics, failure: [] };
  } finally {
    signal?.removeEventListener('abort', stop);
    await browser.browser.close();
  }
}

async function findOther({
  site,
  against,
  cwd,
  signal,
}: PicturesCheck): Promise<{ other: OtherSide; diagnostics: Diagnostic[] }> {
  if (against !== undefined)
    return {
      other: await resolveOtherSide(against, { root: site.root, cwd, ...(signal && { signal }) }),
      diagnostics: [],
    };
  const { commit, branch, diagnostics } = await defaultRef(site.root, signal);
  return { other: { is: 'commit', ref: branch, commit }, diagnostics };
}

/** Leaves out pictures of demos that are not checked, and of demos without pictures. */
function chosen(
  set: PictureSet,
  wanted: readonly PicturedDemo[] | undefined,
  demos: readonly DemoListEntry[],
): PictureSet {
  const without = new Set(demos.flatMap(({ id, pictures }) => (pictures === false ? [id] : [])));
  const only = wanted && new Set(wanted.map(({ demo }) => demo));
  return {
    ...set,
    pictures: set.pictures.filter(({ demo }) => !without.has(demo) && (only === undefined || only.has(demo))),
  };
}

function changesOf(entries: readonly SetEntry[]): [demo: string, finding: Finding][] {
  const changed = entries.filter(({ kind }) => kind === 'changed');
  return [...new Set(changed.map(({ picture }) => picture.demo))].map((demo) => {
    const own = changed.filter(({ picture }) => picture.demo === demo);
    const lines = own.map(({ picture: { state, width, color }, change }) => {
      const size = change ? `${change.pixels} pixels${change.isSlight ? ', slight' : ''}` : '';
      return `${state === '' ? 'initial state' : `state \`${state}\``}, ${color}, ${width} px: ${size}`;
    });
    const message = own.length === 1 ? 'A picture has changed' : `${own.length} pictures have changed`;
    return [demo, { rule: 'picture', place: 'pictures', message, details: lines.join('\n') }];
  });
}
