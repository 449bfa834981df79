import { withBase } from '../../../shared/base-url.ts';
import { type DevDiagnostic, DIAGNOSTICS_ID } from '../../../shared/dev-protocol.ts';
import { readBrowserScript } from '../../base/browser-scripts.ts';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { openStore } from '../../build/build-store.ts';
import { createDevServer } from '../../dev/dev.ts';
import type { Site } from '../../project/config/types.ts';
import { createAcceptance } from '../check/acceptance.ts';
import { mostAtOnce } from '../check/check-demos.ts';
import { findTools } from '../check/lab.ts';
import type { Finding } from '../check/types.ts';
import { buildAt } from '../checkout/build-at.ts';
import { type ContractChange, demoOf, joinChanges } from '../report/compare-contracts.ts';
import { compareContractsOf } from '../report/compare-demos.ts';
import { openBuilt } from '../report/other-state.ts';
import {
  type Contracts,
  createRecorder,
  type DemoContract,
  type RecordedDemo,
  whyNotOpened,
  withoutFindings,
} from '../report/record-contract.ts';
import {
  type BuiltContracts,
  keepContracts,
  openTwice,
  type RecordVisit,
  type Visits,
} from '../report/record-twice.ts';
import { UnknownName } from './built-files.ts';

export interface VerifiedDemo {
  id: string;
  /** Errors of the demo's page, or else findings in its states that the commit does not have. */
  findings: string[];
  /** Findings that the commit has, too. */
  known: string[];
  contract: ContractChange[];
  /** Reason why the demo was not compared with the commit although the commit contains the demo. */
  notCompared?: string;
}

export interface VerifiedDemos {
  demos: VerifiedDemo[];
  /** Reason why the demos were not compared with a commit. */
  notCompared?: string;
}

export type Bench = Awaited<ReturnType<typeof openBench>>;

/**
 * Starts a dev server and a browser in which demos of the working tree are verified.
 *
 * @throws DiagnosticError with exit code 2 if there is no browser
 */
export async function openBench(site: Site) {
  const tools = await findTools(site);
  const runner = await readBrowserScript('check-steps.js');
  const acceptance = createAcceptance(site);
  const dev = await createDevServer({
    ...{ root: site.root, port: 0, host: '127.0.0.1' },
    onError: (error) => process.emitWarning(error as Error),
  });
  const browser = await tools.startBrowser();
  const bases = new Map<string, Promise<BuiltBase>>();
  const recordAll = createRecorder({
    ...{ browser, runner, axe: tools.axe, timeout: site.config.demoTimeout, atOnce: mostAtOnce() },
  });
  const record = (server: string, ids: readonly string[]): Promise<Contracts> =>
    recordAll(ids.map((id): RecordedDemo => ({ id, url: demoUrl(site, server, id) })));
  const baseAt = async (commit: string): Promise<BuiltBase | string> => {
    const opening = bases.get(commit) ?? openBase(site, commit);
    bases.set(commit, opening);
    try {
      return await opening;
    } catch (error) {
      bases.delete(commit);
      if (!(error instanceof DiagnosticError)) throw error;
      return error.message;
    }
  };
  const { cache } = openStore(site);
  const keptAt = ({ commit, url }: BuiltBase): RecordVisit => {
    const built: BuiltContracts = { commit, base: site.config.base, browser, axe: tools.axe };
    return keepContracts(cache, built, (wanted) => record(url, wanted));
  };
  return {
    /** Verifies demos. Throws UnknownName for an id that does not belong to a demo. */
    async verify(ids: readonly string[], commit: string | undefined): Promise<VerifiedDemos> {
      const opening = commit === undefined ? undefined : baseAt(commit);
      await dev.settle();
      const [server = ''] = dev.urls;
      const broken = await findBrokenPages(site, server, ids);
      const opened = ids.filter((id) => !broken.has(id));
      const recordNow = (wanted: readonly string[]): Promise<Contracts> => record(server, wanted);
      // The machine is busy with types, and most edits do not change a contract.
      const now: Visits = { first: recordNow(opened), again: recordNow };
      const base = await opening;
      const isCompared = base !== undefined && typeof base !== 'string';
      const shared = isCompared ? opened.filter((id) => base.ids.has(id)) : [];
      const old = isCompared ? openTwice(shared, keptAt(base)) : undefined;
      const { changes } = old
        ? await compareContractsOf(shared, { old: comparable(old, shared), now: comparable(now, shared) })
        : { changes: [] };
      const [before, after] = [await old?.first, await now.first];
      const demos = ids.map((id): VerifiedDemo => {
        const earlier = new Set(findingsIn(before?.get(id)).map(shown));
        const { findings } = acceptance.sort(findingsIn(after.get(id)), id);
        const lines = [...new Set(findings.map(shown))];
        const reason = whyNotOpened(before?.get(id));
        const isOpened = reason === undefined && whyNotOpened(after.get(id)) === undefined;
        return {
          id,
          findings: [...(broken.get(id) ?? []), ...lines.filter((line) => !earlier.has(line))],
          known: lines.filter((line) => earlier.has(line)),
          contract: isOpened ? joinChanges(changes.filter((change) => demoOf(change) === id)) : [],
          ...(reason !== undefined && { notCompared: reason }),
        };
      });
      return { demos, ...(typeof base === 'string' && { notCompared: base }) };
    },
    async close(): Promise<void> {
      await browser.close();
      await dev.close();
      for (const base of bases.values()) await (await base.catch(() => undefined))?.close();
    },
  };
}

function demoUrl({ config }: Site, server: string, id: string): string {
  return new URL(server).origin + withBase(config.base, `/~demos/${id}`);
}

type BuiltBase = Awaited<ReturnType<typeof openBase>>;

/** Builds a commit. Throws a DiagnosticError if the commit cannot be built. */
async function openBase(site: Site, commit: string) {
  const built = await buildAt(site, commit);
  const { ids, serve } = await openBuilt(built, site.config.base);
  return { ...(await serve()), commit: built.commit, ids };
}

/** Removes findings, which cannot be compared: React logs different messages in `dev` than in other builds. */
function comparable({ first, again }: Visits, ids: readonly string[]): Visits {
  return {
    first: first.then((contracts) => withoutFindings(contracts, ids)),
    again: async (wanted) => withoutFindings(await again(wanted), wanted),
  };
}

/** Returns the errors of pages that `dev` cannot render, or renders with errors, by the id of the demo. */
async function findBrokenPages(site: Site, server: string, ids: readonly string[]): Promise<Map<string, string[]>> {
  const broken = new Map<string, string[]>();
  for (const id of ids) {
    const response = await fetch(demoUrl(site, server, id));
    const html = await response.text();
    if (response.status === 404) throw new UnknownName(`There is no demo \`${id}\`. \`get_component\` lists demos.`);
    const data = new RegExp(`<script type="application/json" id="${DIAGNOSTICS_ID}">(.*?)</script>`, 's').exec(html);
    const all: DevDiagnostic[] = data ? JSON.parse(data[1] ?? '[]') : [];
    const errors = all.filter(({ isSmall }) => !isSmall);
    if (errors.length > 0)
      broken.set(
        id,
        errors.map(({ text, place, notes }) => [place ? `${place} ${text}` : text, ...notes].join('. ')),
      );
  }
  return broken;
}

function findingsIn(contract: DemoContract | undefined): Finding[] {
  return Array.from(contract?.values() ?? []).flatMap(({ steps, console: messages, accessibility }) => [
    ...steps.map((message): Finding => ({ rule: 'step', place: 'steps', message })),
    ...messages.map((line): Finding => {
      const [rule = '', ...message] = line.split(': ');
      return { rule, place: 'alone', message: message.join(': ') };
    }),
    ...accessibility.map((line): Finding => {
      const [rule = '', ...target] = line.split(' ');
      return { rule, place: 'alone', message: '', target: target.join(' ') };
    }),
  ]);
}

function shown({ rule, message, target = '' }: Finding): string {
  return rule === 'step' ? message : `${rule}: ${message}${target}`;
}
