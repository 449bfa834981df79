import type { AxeResults, RuleObject, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import type { Finding } from './types.ts';

interface Violation {
  rule: string;
  about: About;
  help: string;
  helpUrl: string;
  target?: string;
  html: string;
  summary: string;
}

/** Subject of a rule. Colors depend on the layout, and the layout depends on the content. */
type About = 'content' | 'layout' | 'colors';
const ABOUT: readonly About[] = ['content', 'layout', 'colors'];

/** Additional rules, which axe disables by default. All demos of a page share one document, so ids must be unique. */
const MORE_RULES = ['duplicate-id'];
/** Rules about the whole document, which this package generates. */
const DOCUMENT_RULES = ['region'];
const LAYOUT_RULES = ['scrollable-region-focusable', 'target-size'];

export interface AxeOptions {
  /** Also examines elements that the demo renders outside its root. Default: false. */
  portals?: boolean;
  /** Earlier findings, by digest of the document. A known document is not examined again. Default: none. */
  known?: Map<string, Finding[]>;
}

/** Runs all axe rules on an element of a document that contains only a demo. */
export async function findViolations(
  page: Page,
  axe: string,
  selector: string,
  { portals = false, known }: AxeOptions = {},
): Promise<Finding[]> {
  const digest = known && (await page.evaluate<Record<About, string> | undefined>(`(${digestDocument})()`));
  const earlier = ABOUT.flatMap((subject) => (digest && known.get(digest[subject])) ?? []);
  const left = digest ? ABOUT.filter((subject) => !known.has(digest[subject])) : ABOUT;
  if (left.length === 0) return earlier;
  if (!(await page.evaluate("'axe' in window"))) await addScript(page, axe);
  const rules = { more: MORE_RULES, not: DOCUMENT_RULES, layout: LAYOUT_RULES };
  const request: AxeRequest = { selector, portals, ...rules, about: left };
  const violations = await page.evaluate<Violation[]>(`(${runAxe})(${JSON.stringify(request)})`);
  if (digest)
    for (const subject of left)
      known.set(digest[subject], violations.filter((violation) => violation.about === subject).map(toFinding));
  return [...earlier, ...violations.map(toFinding)];
}

/** Adds the script so that Chromium can reuse the compiled code in the next document. Code of driver scripts is not reused. */
async function addScript(page: Page, script: string): Promise<void> {
  const expression = `(() => {\n${script}\n})()`;
  if (page.context().browser()?.browserType().name() !== 'chromium') return await page.evaluate(expression);
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression });
  await session.detach();
}

function toFinding({ rule, help, helpUrl, target, html, summary }: Violation): Finding {
  return {
    rule: `axe/${rule}`,
    place: 'alone',
    message: help,
    target,
    details: `${html}\n${summary}`,
    help: helpUrl,
  };
}

/**
 * Returns hashes of everything that axe depends on. Returns undefined if another machine serves the page without HTTPS,
 * because browsers then have no hash functions. Runs in the page, so it must not use anything from this module.
 */
async function digestDocument(): Promise<Record<About, string> | undefined> {
  if (!isSecureContext) return undefined;
  const { documentElement: html, body, title } = document;
  // Boxes are part of the layout.
  const placement =
    /(?<=^|[;"\s])(?:--[\w-]+|(?:(?:min|max)-)?(?:width|height)|inset[\w-]*|left|right|top|bottom|transform[\w-]*|translate)\s*:[^;"]*/g;
  const markup = body.outerHTML.replace(/ style="[^"]*"/g, (style) => style.replace(placement, ''));
  const content = [title, markup];
  const layout = [body.outerHTML, String(innerWidth)];
  const colors = [(html.cloneNode(false) as Element).outerHTML];
  for (const element of [html, ...body.querySelectorAll('*')]) {
    const { display, visibility, opacity, color, backgroundColor, backgroundImage, fontSize, fontWeight, textShadow } =
      getComputedStyle(element);
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const value = 'value' in element ? element.value : '';
    const isOutside = right + scrollX <= 0 || bottom + scrollY <= 0 || left >= html.scrollWidth;
    content.push([display, visibility, opacity === '0', right > left, bottom > top, isOutside, String(value)].join());
    layout.push(String([element.scrollWidth > element.clientWidth, element.scrollHeight > element.clientHeight]));
    colors.push([opacity, color, backgroundColor, backgroundImage, fontSize, fontWeight, textShadow].join());
  }
  const hash = async (texts: string[]): Promise<string> => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(texts.join('\n')));
    return [...new Uint8Array(digest)].join();
  };
  return {
    content: await hash(['content', ...content]),
    layout: await hash(['layout', ...content, ...layout]),
    colors: await hash(['colors', ...content, ...layout, ...colors]),
  };
}

interface AxeRequest {
  selector: string;
  portals: boolean;
  more: string[];
  not: string[];
  layout: string[];
  about: readonly About[];
}

/** Runs in the page, so it must not use anything from this module. */
async function runAxe({ selector, portals, more, not, layout, about }: AxeRequest): Promise<Violation[]> {
  const { axe } = window as unknown as {
    axe: {
      run(context: object, options: RunOptions): Promise<AxeResults>;
      getRules(): { ruleId: string; tags: string[] }[];
    };
  };
  const root = document.querySelector(selector);
  if (!root) return [];
  // Returns the path from the root to the element. The path does not depend on generated names.
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
  const aboutOf = (id: string, tags: string[]): About =>
    tags.includes('cat.color') ? 'colors' : layout.includes(id) ? 'layout' : 'content';
  // The set of rules depends on the axe version.
  const rules: RuleObject = {};
  for (const { ruleId, tags } of axe.getRules()) {
    if (more.includes(ruleId)) rules[ruleId] = { enabled: true };
    if (not.includes(ruleId) || !about.includes(aboutOf(ruleId, tags))) rules[ruleId] = { enabled: false };
  }
  const { violations } = await axe.run(
    { include: [portals ? 'body' : selector] },
    // By default, axe would also parse all style sheets again, for a rule that is not enabled.
    { resultTypes: ['violations'], elementRef: true, rules, preload: { assets: ['media'] } },
  );
  return violations.flatMap(({ id, tags, help, helpUrl, nodes }) =>
    nodes.map(({ element, html, failureSummary }): Violation => {
      const summary = failureSummary ?? '';
      return { rule: id, about: aboutOf(id, tags), help, helpUrl, html, target: wayTo(element), summary };
    }),
  );
}
