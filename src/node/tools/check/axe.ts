import type { AxeResults, RuleObject, RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import type { Finding } from './types.ts';

interface Violation {
  rule: string;
  /** The rule is about colors. */
  isColor: boolean;
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
  /** What was found before, by digest of the document. It is not examined again. */
  known?: Map<string, Finding[]>;
}

/** With all rules of axe. */
export async function findViolations(
  frame: Frame | Page,
  axe: string,
  selector: string,
  { portals = false, inFrame = false, known }: AxeOptions = {},
): Promise<Finding[]> {
  const digest = known && (await frame.evaluate<DocumentDigest>(`(${digestDocument})()`));
  const others = digest && known?.get(digest.content);
  const colors = digest && known?.get(digest.colors);
  if (others && colors) return [...others, ...colors];
  const not = inFrame || portals ? NOT_IN_FRAMES : [];
  const request: AxeRequest = { selector, portals, more: MORE_RULES, not, onlyColors: others !== undefined };
  if (!(await frame.evaluate("'axe' in window"))) await frame.evaluate(`(() => {\n${axe}\n})()`);
  const violations = (await frame.evaluate(`(${runAxe})(${JSON.stringify(request)})`)) as Violation[];
  if (digest) {
    known?.set(digest.content, others ?? violations.filter(({ isColor }) => !isColor).map(toFinding));
    known?.set(digest.colors, violations.filter(({ isColor }) => isColor).map(toFinding));
  }
  return [...(others ?? []), ...violations.map(toFinding)];
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

interface DocumentDigest {
  content: string;
  /** Of the content in its colors. */
  colors: string;
}

/** Returns hashes of what axe depends on. Runs in the page, so it uses nothing of this module. */
async function digestDocument(): Promise<DocumentDigest> {
  const { documentElement: html, body, title } = document;
  const content = [title, body.outerHTML];
  const colors = [(html.cloneNode(false) as Element).outerHTML];
  for (const element of [html, ...body.querySelectorAll('*')]) {
    const { display, visibility, opacity, color, backgroundColor, backgroundImage, fontSize, fontWeight, textShadow } =
      getComputedStyle(element);
    const scrolls = [element.scrollWidth > element.clientWidth, element.scrollHeight > element.clientHeight];
    const value = 'value' in element ? element.value : '';
    content.push([display, visibility, opacity === '0', ...scrolls, String(value)].join());
    colors.push([opacity, color, backgroundColor, backgroundImage, fontSize, fontWeight, textShadow].join());
  }
  const hash = async (texts: string[]): Promise<string> => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(texts.join('\n')));
    return [...new Uint8Array(digest)].join();
  };
  return { content: await hash(content), colors: await hash([...content, ...colors]) };
}

interface AxeRequest {
  selector: string;
  portals: boolean;
  more: string[];
  not: string[];
  onlyColors: boolean;
}

/** Runs in the page, so it uses nothing of this module. */
async function runAxe({ selector, portals, more, not, onlyColors }: AxeRequest): Promise<Violation[]> {
  const { axe } = window as unknown as {
    axe: {
      run(context: object, options: RunOptions): Promise<AxeResults>;
      getRules(): { ruleId: string; tags: string[] }[];
    };
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
  for (const { ruleId, tags } of axe.getRules()) {
    if (more.includes(ruleId)) rules[ruleId] = { enabled: true };
    if (not.includes(ruleId) || (onlyColors && !tags.includes('cat.color'))) rules[ruleId] = { enabled: false };
  }
  const { violations } = await axe.run(
    { include: [portals ? 'body' : selector] },
    // The default also parses all style sheets again, for a rule that is not enabled.
    { resultTypes: ['violations'], elementRef: true, rules, preload: { assets: ['media'] } },
  );
  return violations.flatMap(({ id, tags, help, helpUrl, nodes }) =>
    nodes.map(
      ({ element, html, failureSummary }): Violation => ({
        rule: id,
        isColor: tags.includes('cat.color'),
        help,
        helpUrl,
        target: wayTo(element),
        html,
        summary: failureSummary ?? '',
      }),
    ),
  );
}
