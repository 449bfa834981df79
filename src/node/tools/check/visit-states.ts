import type { Page } from 'playwright-core';
import { writeAddress } from '../../../shared/playground/address.ts';
import { type Playground, STATE_EVENT, type StateRequest } from '../../../shared/playground/schema.ts';
import { candidatesOf } from '../../types/controls/candidates.ts';
import { findViolations } from './axe.ts';
import type { BrowserTabs } from './browser-tabs.ts';
import { within } from './deadline.ts';
import { findCrash, visitFailure, waitForRoot } from './demo-root.ts';
import { toFinding } from './page-messages.ts';
import { keyOf } from './shared-findings.ts';
import type { Finding } from './types.ts';

/** Milliseconds to wait after a change, so that effects and promises can run. */
const SETTLE_TIME = 50;

interface StatesVisit {
  id: string;
  url: string;
  playground: Playground;
  /** Script of axe-core. Absent: accessibility is not checked. */
  axe?: string | undefined;
  /** Time limit of the page, and of each state, in milliseconds. */
  timeout: number;
}

/**
 * In one page, which enters each branch of the props. In the initial state, looks for accessibility problems in the
 * dark color scheme only.
 */
export async function visitStates(
  tabs: BrowserTabs,
  { id, url, playground, axe, timeout }: StatesVisit,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  try {
    await tabs.use(async ({ page, messages, goto }) => {
      await goto(`${url}?alone&theme=dark`, timeout, { waitUntil: 'load' });
      await waitForRoot(page.mainFrame(), { timeout, until: () => messages.any });
      const dark = axe === undefined ? [] : await within(timeout, findViolations(page.mainFrame(), axe, '#root'));
      findings.push(...dark.map((finding) => ({ ...finding, place: 'alone' as const })));
      // Messages about the initial state are found elsewhere.
      messages.take();
      const known = new Set<string>();
      for (const { state } of candidatesOf(playground.schema, playground.initial).slice(1)) {
        await within(timeout, setState(page, { id, state }));
        const found = [
          ...(await within(timeout, findCrash(page.mainFrame(), '#root', 'alone'))),
          ...messages.take().map((message) => toFinding(message, 'alone')),
        ];
        const address = `${new URL(url).pathname}?${new URLSearchParams(writeAddress(playground, state))}`;
        for (const finding of found) {
          const key = keyOf(finding);
          if (known.has(key)) continue;
          known.add(key);
          findings.push({ ...finding, message: `${finding.message}\nOpen ${address}` });
        }
      }
    });
  } catch (error) {
    findings.push(visitFailure(error, { tabs, subject: 'demo', place: 'alone', timeout }));
  }
  return findings;
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
