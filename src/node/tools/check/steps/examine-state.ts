import type { Page } from 'playwright-core';
import { COLOR_ATTRIBUTE } from '../../../../shared/dom-contract.ts';
import { COLOR_STORAGE_KEY } from '../../../../shared/page-data.ts';
import { findViolations } from '../axe.ts';
import type { BrowserTab } from '../browser-tabs.ts';
import { findCrash } from '../demo-root.ts';
import { toFinding } from '../page-messages.ts';
import { keyOf } from '../shared-findings.ts';
import type { Finding } from '../types.ts';

export interface StateExamination {
  tab: BrowserTab;
  /** Script of axe-core. If absent, accessibility is not checked. */
  axe?: string | undefined;
  /** Findings of axe in earlier states of the demo. */
  known: Map<string, Finding[]>;
  /** Waits until the page is idle. */
  rest: () => Promise<unknown>;
  /** Name of the state; undefined for the initial state. */
  state?: string;
}

/** Examines the state in all variants, and then shows the first variant again. */
export async function examineState({ tab, axe, known, rest, state }: StateExamination): Promise<Finding[]> {
  const findings = new Map<string, Finding>();
  for (const variant of VARIANTS) {
    if (!(await switchTo(tab.page, variant))) continue;
    await rest();
    const found = await examine(tab, axe, known);
    for (const finding of found) {
      const key = keyOf(finding);
      if (!findings.has(key)) findings.set(key, withPlace(finding, variant, state));
    }
  }
  await switchTo(tab.page, VARIANTS[0] as Variant);
  await rest();
  return [...findings.values()];
}

async function examine(
  { page, messages }: BrowserTab,
  axe: string | undefined,
  known: StateExamination['known'],
): Promise<Finding[]> {
  const crashes = await findCrash(page, '#root', 'steps');
  // A crash box is not part of the demo.
  const isExamined = axe !== undefined && crashes.length === 0;
  const violations = isExamined ? await findViolations(page, axe, '#root', { portals: true, known }) : [];
  return [...crashes, ...violations, ...messages.take().map((message) => toFinding(message, 'steps'))];
}

function withPlace(finding: Finding, variant: Variant, state: string | undefined): Finding {
  const where = `In the ${state === undefined ? 'initial state' : `state \`${state}\``}, ${describeVariant(variant)}`;
  return { ...finding, place: 'steps', details: [where, ...(finding.details ? [finding.details] : [])].join('\n') };
}

export interface Variant {
  width: number;
  color: 'light' | 'dark';
}

/** Returns the height in CSS pixels of a window with this width: the height of a phone or of a laptop. */
export function heightOf(width: number): number {
  return width < 600 ? 844 : 900;
}

/** Variants in which each state is examined, in an order that changes one property at a time. */
const VARIANTS: readonly Variant[] = [
  { width: 1280, color: 'light' },
  { width: 1280, color: 'dark' },
  { width: 390, color: 'dark' },
  { width: 390, color: 'light' },
];

/** Switches the color scheme as a reader would. Returns false if the site does not have that color scheme. */
export async function switchTo(
  page: Page,
  { width, color }: Variant,
  height: number = heightOf(width),
): Promise<boolean> {
  await page.setViewportSize({ width, height });
  const key = JSON.stringify(COLOR_STORAGE_KEY);
  return await page.evaluate<boolean>(
    `(localStorage.setItem(${key}, '${color}'), dispatchEvent(new StorageEvent('storage', { key: ${key} })), ` +
      `document.documentElement.getAttribute('${COLOR_ATTRIBUTE}') === '${color}')`,
  );
}

/** Describes a variant for a report, for example `dark, 390 px`. */
function describeVariant({ width, color }: Variant): string {
  return `${color}, ${width} px`;
}
