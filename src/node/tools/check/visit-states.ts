import type { Page } from 'playwright-core';
import { writeUrl } from '../../../shared/playground/playground-url.ts';
import { type Playground, STATE_EVENT, type StateRequest } from '../../../shared/playground/schema.ts';
import { candidatesOf } from '../../types/controls/candidates.ts';
import { type BrowserTab, READER } from './browser-tabs.ts';
import { within } from './deadline.ts';
import { findCrash } from './demo-root.ts';
import { toFinding } from './page-messages.ts';
import { keyOf } from './shared-findings.ts';
import { switchTo } from './steps/examine-state.ts';
import type { Finding } from './types.ts';

/** Milliseconds to wait after a change, so that effects and promises can run. */
const SETTLE_TIME = 50;

interface StatesVisit {
  id: string;
  url: string;
  playground: Playground;
  /** Adds the findings of axe for the demo in its current state. */
  runAxe: () => Promise<void>;
  /** Time limit for each state in milliseconds. */
  timeout: number;
}

/**
 * Shows the initial state of a playground in dark colors, then sets each of its states in turn. The page must show the
 * initial state in light colors. Adds to `findings`, even if it throws.
 */
export async function visitStates(
  { page, messages }: BrowserTab,
  findings: Finding[],
  { id, url, playground, runAxe, timeout }: StatesVisit,
): Promise<void> {
  const { width, height } = READER.viewport;
  const isDark = await switchTo(page, { width, color: 'dark' }, height);
  if (isDark) await runAxe();
  const known = new Set<string>();
  for (const { state } of candidatesOf(playground.schema, playground.initial).slice(1)) {
    await within(timeout, setState(page, { id, state }));
    const found = [
      ...(await within(timeout, findCrash(page.mainFrame(), '#root', 'alone'))),
      ...messages.take().map((message) => toFinding(message, 'alone')),
    ];
    const opened = `${new URL(url).pathname}?${new URLSearchParams(writeUrl(playground, state))}`;
    for (const finding of found) {
      const key = keyOf(finding);
      if (known.has(key)) continue;
      known.add(key);
      findings.push({ ...finding, message: `${finding.message}\nOpen ${opened}` });
    }
  }
  if (isDark) await switchTo(page, { width, color: 'light' }, height);
}

async function setState(page: Page, request: StateRequest): Promise<void> {
  await page.evaluate(
    ({ event, request, time }) =>
      new Promise<void>((resolve) => {
        document.dispatchEvent(new CustomEvent(event, { detail: JSON.parse(request) }));
        setTimeout(resolve, time);
      }),
    { event: STATE_EVENT, request: JSON.stringify(request), time: SETTLE_TIME },
  );
}
