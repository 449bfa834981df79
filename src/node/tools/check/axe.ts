import type { AxeResults, RuleObject, RunOptions } from 'axe-core';
import type { Frame } from 'playwright-core';
import type { Finding } from './types.ts';

interface Violation {
  rule: string;
  help: string;
  helpUrl: string;
  target?: string;
  html: string;
  summary: string;
}

/** Additional rules, which axe disables by default. The demos of a page share a document, so ids must be unique. */
const MORE_RULES = ['duplicate-id'];
/** Rules about the whole document. The document in a demo's frame belongs to the tool, and the frame is inside a landmark of its page. */
const NOT_IN_FRAMES = ['region'];

/**
 * Finds accessibility problems in one demo with all rules of axe.
 *
 * @param axe script of axe-core
 * @param selector CSS selector of the demo's root
 */
export async function findViolations(frame: Frame, axe: string, selector: string): Promise<Finding[]> {
  await frame.evaluate(axe);
  const not = frame.parentFrame() ? NOT_IN_FRAMES : [];
  const violations = await frame.evaluate(runAxe, { selector, more: MORE_RULES, not });
  return violations.map(({ rule, help, helpUrl, target, html, summary }) => ({
    rule: `axe/${rule}`,
    place: 'page',
    message: help,
    target,
    details: `${html}\n${summary}`,
    help: helpUrl,
  }));
}

/** Runs in the page. */
async function runAxe({ selector, more, not }: Record<'more' | 'not', string[]> & { selector: string }) {
  const { axe } = window as unknown as {
    axe: { run(context: object, options: RunOptions): Promise<AxeResults>; getRules(): { ruleId: string }[] };
  };
  const root = document.querySelector(selector);
  if (!root) return [];
  // Path from the root to the element. It does not depend on the demo's position in the page, or on generated names.
  const wayTo = (element: Element | undefined): string | undefined => {
    const steps: string[] = [];
    for (let at = element; at && at !== root; at = at.parentElement ?? undefined) {
      const { tagName, parentElement } = at;
      const alike = [...(parentElement?.children ?? [])].filter((other) => other.tagName === tagName);
      const nth = alike.length > 1 ? `:nth-of-type(${alike.indexOf(at) + 1})` : '';
      steps.unshift(tagName.toLowerCase() + nth);
    }
    return steps.length > 0 ? steps.join(' > ') : undefined;
  };
  // The set of rules depends on the version of axe.
  const rules: RuleObject = {};
  for (const { ruleId } of axe.getRules()) {
    if (more.includes(ruleId)) rules[ruleId] = { enabled: true };
    if (not.includes(ruleId)) rules[ruleId] = { enabled: false };
  }
  const { violations } = await axe.run(
    { include: [selector] },
    { resultTypes: ['violations'], elementRef: true, rules },
  );
  return violations.flatMap(({ id, help, helpUrl, nodes }) =>
    nodes.map(
      ({ element, html, failureSummary }): Violation => ({
        rule: id,
        help,
        helpUrl,
        target: wayTo(element),
        html,
        summary: failureSummary ?? '',
      }),
    ),
  );
}
