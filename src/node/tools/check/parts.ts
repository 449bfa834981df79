import type { Finding } from './types.ts';

/** The checks that can be chosen with `--only`. */
export const CHECK_PARTS = ['steps', 'axe', 'console', 'exports', 'screenshots'] as const;

/** One of the checks. `console` is what a demo logs and throws, with the build's warnings about it. */
export type CheckPart = (typeof CHECK_PARTS)[number];

/** Those that run without the options `only` and `screenshots`. */
export const USUAL_PARTS: readonly CheckPart[] = CHECK_PARTS.filter((part) => part !== 'screenshots');

/** Returns true for a finding of one of the chosen checks. */
export function isReported(finding: Pick<Finding, 'rule' | 'place'>, parts: ReadonlySet<CheckPart>): boolean {
  const part = partOf(finding);
  return part === undefined || parts.has(part);
}

/** Returns the check that finds a problem; undefined if each does: a demo that crashes, or a step on the way to a state. */
function partOf({ rule, place }: Pick<Finding, 'rule' | 'place'>): CheckPart | undefined {
  if (place === 'screenshots') return 'screenshots';
  if (place === 'export') return 'exports';
  if (place === 'build' || CONSOLE_RULES.has(rule)) return 'console';
  if (rule.startsWith('axe/')) return 'axe';
  return STEP_RULES.has(rule) ? 'steps' : undefined;
}

const CONSOLE_RULES = new Set(['console-error', 'console-warning', 'uncaught', 'unhandled-rejection', 'hydration']);
const STEP_RULES = new Set(['needs-real-input', 'dialog']);
