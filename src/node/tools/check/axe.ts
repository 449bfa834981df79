import type { AxeResults, RuleObject, RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';
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

export interface AxeOptions {
  /** The document has only the demo. What it renders elsewhere than in the root is examined too. */
  portals?: boolean;
  /** The document is in a frame, or only a part of a page. */
  inFrame?: boolean;
  /** What was found before, by content of the document. It is not examined again. */
  known?: Map<string, Finding[]>;
}

/** With all rules of axe. */
export async function findViolations(
  frame: Frame | Page,
  axe: string,
  selector: string,
  { portals = false, inFrame = false, known }: AxeOptions = {},
): Promise<Finding[]> {
  const request: AxeRequest = { selector, portals, more: MORE_RULES, not: inFrame || portals ? NOT_IN_FRAMES : [] };
  const options = JSON.stringify(request);
  const key = known && (await frame.evaluate<string>(`(${digestDocument})()`));
  const before = key === undefined ? undefined : known?.get(key);
  if (before) return before;
  if (!(await frame.evaluate("'axe' in window"))) await frame.evaluate(`(() => {\n${axe}\n})()`);
  const violations = (await frame.evaluate(`(${runAxe})(${options})`)) as Violation[];
  const findings = violations.map(toFinding);
  if (key !== undefined) known?.set(key, findings);
  return findings;
}

function toFinding({ rule, help, helpUrl, target, html, summary }: Violation): Finding {
  return {
    rule: `axe/${rule}`,
    place: 'page',
    message: help,
    target,
    details: `${html}\n${summary}`,
    help: helpUrl,
  };
}

/**
 * Returns a hash of what axe depends on: elements, the styles that can hide their text, and whether they scroll. Runs in the page, so it
 * uses nothing of this module.
 */
async function digestDocument(): Promise<string> {
  const { documentElement: html, body, title } = document;
  const texts = [title, html.cloneNode(false), body].map((part) => (part instanceof Element ? part.outerHTML : part));
  for (const element of [html, ...body.querySelectorAll('*')]) {
    const { display, visibility, opacity, color, backgroundColor, backgroundImage, fontSize, fontWeight, textShadow } =
      getComputedStyle(element);
    const scrolls = [element.scrollWidth > element.clientWidth, element.scrollHeight > element.clientHeight];
    const value = 'value' in element ? element.value : '';
    texts.push(
      [display, visibility, opacity, color, backgroundColor, backgroundImage, fontSize, fontWeight, textShadow]
        .concat(scrolls.join(), String(value))
        .join(),
    );
  }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(texts.join('\n')));
  return [...new Uint8Array(digest)].join();
}

interface AxeRequest {
  selector: string;
  portals: boolean;
  more: string[];
  not: string[];
}

/** Runs in the page, so it uses nothing of this module. */
async function runAxe({ selector, portals, more, not }: AxeRequest): Promise<Violation[]> {
  const { axe } = window as unknown as {
    axe: { run(context: object, options: RunOptions): Promise<AxeResults>; getRules(): { ruleId: string }[] };
  };
  const root = document.querySelector(selector);
  if (!root) return [];
  // Path from the root to the element. It does not depend on the demo's position in the page, or on generated names.
  const wayTo = (element: Element | undefined): string | undefined => {
    const steps: string[] = [];
    const start = root.contains(element ?? null) ? root : document.body;
    for (let at = element; at && at !== start; at = at.parentElement ?? undefined) {
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
    { include: [portals ? 'body' : selector] },
    // The default also parses all style sheets again, for a rule that is not enabled.
    { resultTypes: ['violations'], elementRef: true, rules, preload: { assets: ['media'] } },
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
