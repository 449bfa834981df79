import type { Browser, Page } from 'playwright-core';
import { createExclusion, createLimit } from '../../base/files/each-limited.ts';
import { findViolations } from '../check/axe.ts';
import { openTab, READER } from '../check/browser-tabs.ts';
import { DeadlineError } from '../check/deadline.ts';
import { findCrash } from '../check/demo-root.ts';
import { freezeScript, holdScript } from '../check/screenshots/take/freeze-page.ts';
import { type StepsSession, visitEachState } from '../check/steps/steps-session.ts';
import type { Finding } from '../check/types.ts';

/** What a page contains, as lines without generated names. */
export interface PageContract {
  elements: string[];
  attributes: string[];
  focus: string[];
  /** Names of the custom properties that are read by rules with a matching selector. */
  reads: string[];
  /** Names of the custom properties that style sheets define. */
  defines: string[];
}

/** What users can rely on in one state of a demo, by section. */
export interface StateContract extends PageContract {
  /** Roles and names as assistive technology receives them, each with the role that contains it. */
  roles: string[];
  console: string[];
  accessibility: string[];
  /** Failed steps, with their messages. */
  steps: string[];
}

/** Contracts by the name of the state, which is `''` for the initial state. */
export type DemoContract = Map<string, StateContract>;

/** Contracts by the id of the demo. */
export type Contracts = Map<string, DemoContract>;

export type OnInitial = (id: string, state: StateContract) => void;

export interface RecordedDemo {
  id: string;
  url: string;
  /** Called with the initial state before the steps run. */
  onInitial?: OnInitial | undefined;
}

export interface RecordOptions {
  browser: Browser;
  /** Script that runs the steps. */
  runner: string;
  axe?: string | undefined;
  timeout: number;
  atOnce: number;
  signal?: AbortSignal | undefined;
}

interface Recording extends RecordOptions {
  /** Findings of axe-core, by digest of the document. */
  known: Map<string, Finding[]>;
}

/**
 * Returns a function that opens each demo alone, and records its initial state and its named states. If a demo does not start, it is opened
 * again while no other demo is open, because the machine may have been busy. All calls share the limit of open tabs.
 */
export function createRecorder(options: RecordOptions) {
  const limit = createLimit(options.atOnce, options.signal);
  const exclusive = createExclusion(limit, options.atOnce);
  const recording: Recording = { ...options, known: new Map() };
  const record = async (demo: RecordedDemo): Promise<DemoContract> => {
    const contract = await limit(() => recordContract(demo, recording));
    const isLate = contract.get('')?.steps.includes(LATE);
    return isLate ? await exclusive(() => recordContract(demo, recording)) : contract;
  };
  return async (demos: readonly RecordedDemo[]): Promise<Contracts> =>
    new Map(await Promise.all(demos.map(async (demo) => [demo.id, await record(demo)] as const)));
}

async function recordContract({ id, url, onInitial }: RecordedDemo, options: Recording): Promise<DemoContract> {
  const { browser, runner, axe, known, timeout } = options;
  const tab = await openTab(browser, { ...READER, reducedMotion: 'reduce' }, freezeScript());
  const { page, messages } = tab;
  const states: DemoContract = new Map();
  const failed: string[] = [];
  const takeMessages = (): string[] =>
    messages.take().map(({ rule, text }) => `${rule}: ${withoutHashes(firstLine(text))}`);
  const late: string[] = [];
  const record = async (state: string, session: StepsSession): Promise<void> => {
    if (states.has(state)) return;
    await page.evaluate(holdScript(true));
    await session.rest();
    const seen = await page.evaluate<PageContract>(`(${readContract})(${JSON.stringify(OWN_SHEETS)})`);
    const crashes = await findCrash(page, '#root', 'alone');
    // A crash box is not part of the demo.
    const isExamined = axe !== undefined && crashes.length === 0;
    const violations = isExamined ? await findViolations(page, axe, 'body', { known }) : [];
    const contract = {
      ...seen,
      roles: await rolesIn(page),
      console: [...crashes.map(({ rule, message }) => `${rule}: ${firstLine(message)}`), ...takeMessages()],
      accessibility: violations.map(({ rule, target = '' }) => `${rule} ${target}`.trim()),
      steps: [],
    };
    states.set(state, contract);
    if (state === '') onInitial?.(id, contract);
    await page.evaluate(holdScript(false));
  };
  try {
    const failure = await visitEachState({ tab, url, runner, timeout, onState: record });
    if (failure) failed.push(`${failure.step} fails: ${firstLine(failure.failure.message)}`);
  } catch (error) {
    if (!browser.isConnected()) throw error;
    failed.push(error instanceof DeadlineError ? LATE : `${LOST}${firstLine((error as Error).message)}`);
  } finally {
    // These messages are from steps after the last named state.
    late.push(...takeMessages());
    // The result is not awaited, because the tab may hang. The browser is closed at the end.
    void tab.close().catch(() => undefined);
  }
  const initial = states.get('') ?? EMPTY;
  return states.set('', { ...initial, console: [...initial.console, ...late], steps: failed });
}

const LATE = 'The demo does not start, or hangs';
const LOST = 'The page is lost: ';

/** Returns the reason why a demo could not be opened. Undefined if the demo was opened. */
export function whyNotOpened(contract: DemoContract | undefined): string | undefined {
  return contract?.get('')?.steps.find((step) => step === LATE || step.startsWith(LOST));
}

const EMPTY: StateContract = {
  ...{ roles: [], elements: [], attributes: [], focus: [], reads: [], defines: [] },
  ...{ console: [], accessibility: [], steps: [] },
};

/** Returns contracts of demos without their findings: console, accessibility and steps. */
export function withoutFindings(contracts: Contracts, ids: Iterable<string> = contracts.keys()): Contracts {
  return new Map(
    Array.from(ids).flatMap((id) => {
      const states: DemoContract = new Map();
      for (const [state, contract] of contracts.get(id) ?? [])
        states.set(state, { ...contract, console: [], accessibility: [], steps: [] });
      return states.size > 0 ? [[id, states] as const] : [];
    }),
  );
}

/** Text that is contained in the URLs of the theme's style sheets. */
const OWN_SHEETS = '/assets/theme-';

/** Returns the roles in the driver's YAML tree. Each line of the tree is a role with its name, indented below the role that contains it. */
async function rolesIn(page: Page): Promise<string[]> {
  const around: string[] = [];
  return (await page.locator('body').ariaSnapshot()).split('\n').flatMap((line) => {
    const [, indent = '', text = ''] = /^(\s*)- (.*?):?$/.exec(line) ?? [];
    // `/url` and other properties are already part of the elements.
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

/** Removes the content hashes in file names. */
function withoutHashes(text: string): string {
  return text.replace(/-[0-9a-f]{8,}(?=\.\w+)/g, '');
}

/**
 * Runs in the page, so it must not use anything from this module. `own` is a text in the URLs of this package's style
 * sheets, which are not part of the library.
 */
function readContract(own: string): PageContract {
  const REFERENCES =
    /^(?:for|form|list|headers|popovertarget|commandfor|aria-(?:labelledby|describedby|controls|owns|activedescendant|details|flowto|errormessage))$/;
  /** Attributes that are generated by style libraries, the browser or React. */
  const LEFT_OUT = /^(?:id|class|style|nonce|src|srcset|d|points|transform)$/;
  const FOCUSABLE =
    'a[href], area[href], button, input, select, textarea, summary, iframe, audio[controls], video[controls], [contenteditable]:not([contenteditable="false"]), [tabindex]';
  const SKIPPED = new Set(['SCRIPT', 'STYLE', 'LINK', 'NOSCRIPT', 'TEMPLATE']);
  const shown = [...document.body.querySelectorAll('*')].filter(
    (element) => !SKIPPED.has(element.tagName) && !element.closest('noscript, template'),
  );
  const isGenerated = (value: string): boolean => /[:«»]|_r_|\d{3}/.test(value) || value.length > 80;
  const tagOf = (element: Element): string => element.tagName.toLowerCase();
  const describe = (element: Element): string => {
    const kept = [...element.attributes].filter(
      ({ name }) => !LEFT_OUT.test(name) && !/^(?:data|aria)-/.test(name) && !/^on/.test(name),
    );
    const attributes = kept
      .map(({ name, value }) => {
        const leadsToId = REFERENCES.test(name) || (name === 'href' && value.startsWith('#'));
        return leadsToId || (name === 'name' && isGenerated(value))
          ? `[${name}]`
          : `[${name}=${JSON.stringify(value.slice(0, 80))}]`;
      })
      .sort();
    return tagOf(element) + attributes.join('');
  };
  const isPage = (element: Element | null): boolean => element === document.body || element?.id === 'root';
  const elements = shown
    .filter((element) => !isPage(element))
    .map((element) => {
      const parent = element.parentElement;
      return `${isPage(parent) ? '' : `${tagOf(parent as Element)} > `}${describe(element)}`;
    });
  const attributes = shown.flatMap((element) =>
    [...element.attributes].flatMap(({ name, value }) => {
      // Names are already part of the roles.
      if (!/^(?:data|aria)-/.test(name) || name === 'aria-label' || isPage(element)) return [];
      const isBare = value === '' || REFERENCES.test(name) || isGenerated(value);
      return [`${tagOf(element)}[${isBare ? name : `${name}=${JSON.stringify(value)}`}]`];
    }),
  );
  const isReachable = (element: HTMLElement): boolean =>
    element.tabIndex >= 0 &&
    !element.matches(':disabled') &&
    !element.closest('[inert]') &&
    element.checkVisibility({ visibilityProperty: true });
  const focusable = [...document.body.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isReachable);
  const first = focusable.filter(({ tabIndex }) => tabIndex > 0).sort((one, other) => one.tabIndex - other.tabIndex);
  const focus = [...first, ...focusable.filter(({ tabIndex }) => tabIndex === 0)].map((element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return `${element.getAttribute('role') ?? tagOf(element)} ${JSON.stringify(name.replace(/\s+/g, ' ').trim().slice(0, 40))}`;
  });

  const reads = new Set<string>();
  const defines = new Set<string>();
  const matches = (selector: string): boolean => {
    try {
      // Pseudo-classes and pseudo-elements depend on the current situation.
      const plain = selector.replace(/::?[\w-]+(?:\((?:[^()]|\([^()]*\))*\))?/g, '') || '*';
      return document.querySelector(plain) !== null;
    } catch {
      // The selector is nested or vendor-specific.
      return true;
    }
  };
  const visit = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) {
        for (const name of rule.style) if (name.startsWith('--')) defines.add(name);
        const used = [...rule.style.cssText.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name);
        if (used.length > 0 && matches(rule.selectorText)) for (const name of used) reads.add(name);
      } else if (rule instanceof CSSPropertyRule) defines.add(rule.name);
      if ('cssRules' in rule) visit(rule.cssRules as CSSRuleList);
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    if (sheet.href?.includes(own)) continue;
    try {
      visit(sheet.cssRules);
    } catch {
      // A style sheet from another host cannot be read.
    }
  }
  for (const element of shown) {
    const style = element.getAttribute('style') ?? '';
    for (const [, name = ''] of style.matchAll(/(--[\w-]+)\s*:/g)) defines.add(name);
    for (const [, name = ''] of style.matchAll(/var\(\s*(--[\w-]+)/g)) reads.add(name);
  }
  return { elements, attributes, focus, reads: [...reads].sort(), defines: [...defines].sort() };
}
