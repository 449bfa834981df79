import type { AxeResults, RuleObject, RunOptions } from 'axe-core';
import { type Evaluator, scriptExpression } from './evaluator.ts';
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
 * With all rules of axe. `without`: CSS selector of elements that are not checked. `inFrame`: the document is in a
 * frame, or only a part of a page.
 */
export async function findViolations(
  frame: Evaluator,
  axe: string,
  selector: string,
  { without, inFrame = false }: { without?: string; inFrame?: boolean } = {},
): Promise<Finding[]> {
  const options = { selector, without, more: MORE_RULES, not: inFrame ? NOT_IN_FRAMES : [] };
  await frame.evaluate(scriptExpression(axe));
  const violations = (await frame.evaluate(`(${runAxe})(${JSON.stringify(options)})`)) as Violation[];
  return violations.map(({ rule, help, helpUrl, target, html, summary }) => ({
    rule: `axe/${rule}`,
    place: 'page',
    message: help,
    target,
    details: `${html}\n${summary}`,
    help: helpUrl,
  }));
}

interface AxeRequest {
  selector: string;
  without?: string | undefined;
  more: string[];
  not: string[];
}

/** Runs in the page, so it uses nothing of this module. */
async function runAxe({ selector, without, more, not }: AxeRequest): Promise<Violation[]> {
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
    { include: [selector], ...(without && { exclude: [without] }) },
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
