import type { Finding } from './types.ts';

/** The checks that can be chosen with `--only`. */
export const CHECK_PARTS = ['steps', 'axe', 'console', 'exports', 'screenshots'] as const;

/** One of the checks. `console` covers what a demo logs and throws, and the build's warnings about it. */
export type CheckPart = (typeof CHECK_PARTS)[number];

/** The checks that run without the options `only` and `screenshots`. */
export const USUAL_PARTS: readonly CheckPart[] = CHECK_PARTS.filter((part) => part !== 'screenshots');

/** Returns true for a finding that belongs to one of the selected checks. */
export function isReported(finding: Pick<Finding, 'rule' | 'place'>, parts: ReadonlySet<CheckPart>): boolean {
  const part = partOf(finding);
  return part === undefined || parts.has(part);
}

/** Returns the check that finds a problem. Undefined if every check does, as for a crash or for a step that leads to a state. */
function partOf({ rule, place }: Pick<Finding, 'rule' | 'place'>): CheckPart | undefined {
  if (place === 'screenshots') return 'screenshots';
  if (place === 'export') return 'exports';
  if (place === 'build' || CONSOLE_RULES.has(rule)) return 'console';
  if (rule.startsWith('axe/')) return 'axe';
  return STEP_RULES.has(rule) ? 'steps' : undefined;
}

const CONSOLE_RULES = new Set(['console-error', 'console-warning', 'uncaught', 'unhandled-rejection', 'hydration']);
const STEP_RULES = new Set(['needs-real-input', 'dialog']);
