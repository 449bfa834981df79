import { findViolations } from '../axe.ts';
import type { BrowserTab } from '../browser-tabs.ts';
import { findCrash } from '../demo-root.ts';
import { keyOf } from '../finding-key.ts';
import { toFinding } from '../page-messages.ts';
import type { Finding } from '../types.ts';
import { describeVariant, switchTo, VARIANTS, type Variant } from './variants.ts';

export interface StateExamination {
  tab: BrowserTab;
  /** Script of axe-core. Absent: accessibility is not checked. */
  axe?: string | undefined;
  /** What axe found in earlier states of the demo. */
  known: Map<string, Finding[]>;
  /** Waits until the page rests. */
  rest: () => Promise<unknown>;
  /** Name of the state; undefined for the initial one. */
  state?: string;
}

/** In all variants. Then shows the first variant again. */
export async function examineState({ tab, axe, known, rest, state }: StateExamination): Promise<Finding[]> {
  const findings = new Map<string, Finding>();
  for (const variant of VARIANTS) {
    if (!(await switchTo(tab.page, variant))) continue;
    await rest();
    for (const finding of await examine(tab, axe, known)) {
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
  const violations: Finding[] = [];
  // A crash box does not belong to the demo.
  if (axe !== undefined && crashes.length === 0) {
    violations.push(...(await findViolations(page, axe, '#root', { known })));
    // What the demo renders elsewhere is outside of the page's landmarks.
    violations.push(...(await findViolations(page, axe, 'body', { without: '#root', inFrame: true, known })));
  }
  return [...crashes, ...violations, ...messages.take().map((message) => toFinding(message, 'steps'))];
}

function withPlace(finding: Finding, variant: Variant, state: string | undefined): Finding {
  const where = `In the ${state === undefined ? 'initial state' : `state \`${state}\``}, ${describeVariant(variant)}`;
  return { ...finding, place: 'steps', details: [where, ...(finding.details ? [finding.details] : [])].join('\n') };
}
