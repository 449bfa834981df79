import type { Browser, Page } from 'playwright-core';
import { PAGE_DATA_ID } from '../../../shared/page-data.ts';
import { createLimit } from '../../base/files/create-limit.ts';
import { findViolations } from '../check/axe.ts';
import { openChromiumPage } from '../check/browsers/chromium-pages.ts';
import { DeadlineError } from '../check/deadline.ts';
import { READER } from '../check/reader.ts';
import { freezeScript } from '../check/screenshots/take/freeze-page.ts';
import { openSteps } from '../check/steps/steps-session.ts';
import { type PageContract, readContract } from './read-contract.ts';

/** What users can rely on in one state of a demo, by section. */
export interface StateContract extends PageContract {
  /** Roles and names, as assistive technology gets them, each with the role around it. */
  roles: string[];
  console: string[];
  accessibility: string[];
  /** Steps that failed. */
  steps: string[];
}

/** By the name of the state; the initial one is `''`. */
export type DemoContract = Map<string, StateContract>;

export interface RecordedDemo {
  id: string;
  url: string;
}

export interface RecordOptions {
  browser: Browser;
  /** Script of the steps' runner. */
  runner: string;
  axe?: string | undefined;
  timeout: number;
  atOnce: number;
  signal?: AbortSignal | undefined;
}

/**
 * Opens each demo alone, and records its initial state and those that its steps name. A demo that does not start is opened
 * again when no other is open: the machine may have been busy.
 */
export async function recordContracts(
  demos: readonly RecordedDemo[],
  options: RecordOptions,
): Promise<Map<string, DemoContract>> {
  const limit = createLimit(options.atOnce, options.signal);
  const entries = await Promise.all(
    demos.map((demo) => limit(async () => [demo.id, await recordContract(demo, options)] as const)),
  );
  const contracts = new Map(entries);
  for (const demo of demos)
    if (contracts.get(demo.id)?.get('')?.steps.includes(LATE))
      contracts.set(demo.id, await recordContract(demo, options));
  return contracts;
}

async function recordContract({ url }: RecordedDemo, options: RecordOptions): Promise<DemoContract> {
  const { browser, runner, axe, timeout } = options;
  const { stepPage, page } = await openChromiumPage(browser, { ...READER, reducedMotion: 'reduce' });
  const states: DemoContract = new Map();
  const failed: string[] = [];
  const record = async (state: string): Promise<void> => {
    await session.rest();
    const seen = await stepPage.evaluate<PageContract>(`(${readContract})(${JSON.stringify(OWN_SHEETS)})`);
    const violations = axe === undefined ? [] : await findViolations(stepPage, axe, 'body', { inFrame: true });
    states.set(state, {
      ...seen,
      roles: await rolesIn(page),
      console: stepPage.takeMessages().map(({ rule, text }) => `${rule}: ${withoutHashes(firstLine(text))}`),
      accessibility: violations.map(({ rule, target = '' }) => `${rule} ${target}`.trim()),
      steps: [],
    });
  };
  const open = () =>
    openSteps({
      ...{ page: stepPage, url, runner, timeout },
      onState: async (name) => {
        if (!states.has(name)) await record(name);
      },
    });
  let session: Awaited<ReturnType<typeof open>>;
  try {
    await stepPage.addInitScript(freezeScript());
    session = await open();
    await record('');
    const js = await stepPage.evaluate<string | null>(STEPS_OF_PAGE);
    const steps = js === null ? [] : await session.load(js);
    for (const [index, { name }] of steps.entries()) {
      const failure = await session.run(index, 'driver');
      if (!failure) continue;
      failed.push(`Step ${index + 1} \`${name}\` fails: ${firstLine(failure.message)}`);
      break;
    }
  } catch (error) {
    if (!browser.isConnected()) throw error;
    const isLate = error instanceof DeadlineError;
    failed.push(
      isLate ? 'The demo does not start, or hangs' : `The page is lost: ${firstLine((error as Error).message)}`,
    );
  } finally {
    await stepPage.close().catch(() => undefined);
  }
  const initial = states.get('') ?? EMPTY;
  return states.set('', { ...initial, steps: failed });
}

const LATE = 'The demo does not start, or hangs';

const EMPTY: StateContract = {
  ...{ roles: [], elements: [], attributes: [], focus: [], reads: [], defines: [] },
  ...{ console: [], accessibility: [], steps: [] },
};

/** Begin of the names of the theme's style sheets. */
const OWN_SHEETS = '/assets/theme-';

const STEPS_OF_PAGE = `Object.values(JSON.parse(document.getElementById('${PAGE_DATA_ID}')?.textContent ?? '{}').demos ?? {})[0]?.steps?.js ?? null`;

/** The driver's tree in YAML: each line is a role with its name, indented below the role that contains it. */
async function rolesIn(page: Page): Promise<string[]> {
  const around: string[] = [];
  return (await page.locator('body').ariaSnapshot()).split('\n').flatMap((line) => {
    const [, indent = '', text = ''] = /^(\s*)- (.*?):?$/.exec(line) ?? [];
    // `/url` and other properties are in the elements.
    if (text === '' || text.startsWith('/')) return [];
    const depth = indent.length / 2;
    around.length = depth;
    around.push(/^\w+/.exec(text)?.[0] ?? '');
    return [`${depth === 0 ? '' : `${around[depth - 1]} > `}${text}`];
  });
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

/** Names of files contain a hash of their content. */
function withoutHashes(text: string): string {
  return text.replace(/-[0-9a-f]{8,}(?=\.\w+)/g, '');
}
