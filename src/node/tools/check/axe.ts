import type { AxeResults, RuleObject, RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import type { Finding } from './types.ts';

interface Violation {
  /** Index of the root that contains it. */
  root: number;
  rule: string;
  about: About;
  help: string;
  helpUrl: string;
  target?: string;
  html: string;
  summary: string;
}

/** What a rule is about: colors depend on the layout, and the layout on the content. */
type About = 'content' | 'layout' | 'colors';
const ALL: readonly About[] = ['content', 'layout', 'colors'];
export const NOT_COLORS: readonly About[] = ['content', 'layout'];

/** Additional rules, which axe disables by default. The demos of a page share a document, so ids must be unique. */
const MORE_RULES = ['duplicate-id'];
/** Rules about the whole document. The document in a demo's frame belongs to the tool, and the frame is inside a landmark of its page. */
const NOT_IN_FRAMES = ['region'];
const LAYOUT_RULES = ['scrollable-region-focusable', 'target-size'];
/** Rules that compare elements with each other. Demos must not be compared with other demos, except for ids. */
const COMPARING_RULES = [
  ...['accesskeys', 'duplicate-id', 'duplicate-id-active', 'duplicate-id-aria', 'frame-title-unique', 'heading-order'],
  ...['identical-links-same-purpose', 'landmark-no-duplicate-banner', 'landmark-no-duplicate-contentinfo'],
  ...['landmark-no-duplicate-main', 'landmark-unique', 'region'],
];

export interface AxeOptions {
  /** The document has only the demo. What it renders elsewhere than in the root is examined too. */
  portals?: boolean;
  /** The document is in a frame, or only a part of a page. */
  inFrame?: boolean;
  /** What was found before, by digest of the document. It is not examined again. */
  known?: Map<string, Finding[]>;
  /** What the rules are about. Default: everything. */
  about?: readonly About[];
}

/** With all rules of axe. */
export async function findViolations(
  frame: Frame | Page,
  axe: string,
  selector: string,
  { portals = false, inFrame = false, known, about = ALL }: AxeOptions = {},
): Promise<Finding[]> {
  const digest = known && (await frame.evaluate<Record<About, string>>(`(${digestDocument})()`));
  const earlier = about.flatMap((subject) => (digest && known.get(digest[subject])) ?? []);
  const left = digest ? about.filter((subject) => !known.has(digest[subject])) : about;
  if (left.length === 0) return earlier;
  const not = inFrame || portals ? NOT_IN_FRAMES : [];
  const violations = await runRules(frame, axe, { selectors: [selector], portals, not, about: left });
  if (digest)
    for (const subject of left)
      known.set(digest[subject], violations.filter((violation) => violation.about === subject).map(toFinding));
  return [...earlier, ...violations.map(toFinding)];
}

/**
 * Examines parts of a page together, because axe first reads the whole document. Returns the findings of each root; a rule that
 * compares elements compares those of one root.
 */
export async function findInRoots(
  frame: Frame | Page,
  axe: string,
  selectors: readonly string[],
  { about = ALL }: Pick<AxeOptions, 'about'> = {},
): Promise<Finding[][]> {
  const violations = await runRules(frame, axe, { selectors, portals: false, not: [], about });
  return selectors.map((_selector, index) => violations.filter(({ root }) => root === index).map(toFinding));
}

async function runRules(
  frame: Frame | Page,
  axe: string,
  rules: Omit<AxeRequest, 'more' | 'layout' | 'comparing'>,
): Promise<Violation[]> {
  const request: AxeRequest = { ...rules, more: MORE_RULES, layout: LAYOUT_RULES, comparing: COMPARING_RULES };
  if (!(await frame.evaluate("'axe' in window"))) await addScript(frame, axe);
  return await frame.evaluate<Violation[]>(`(${runAxe})(${JSON.stringify(request)})`);
}

/** Chromium reuses the compiled script in the next document. It does not reuse scripts that the driver evaluates. */
async function addScript(frame: Frame | Page, script: string): Promise<void> {
  const expression = `(() => {\n${script}\n})()`;
  const page = 'page' in frame ? frame.page() : frame;
  const isMain = frame === page || frame === page.mainFrame();
  if (!isMain || page.context().browser()?.browserType().name() !== 'chromium') return await frame.evaluate(expression);
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression });
  await session.detach();
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

/** Returns hashes of what axe depends on. Runs in the page, so it uses nothing of this module. */
async function digestDocument(): Promise<Record<About, string>> {
  const { documentElement: html, body, title } = document;
  // Boxes belong to the layout.
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

/**
 * Returns a text of the inputs of axe's rules for colors: the texts of an element, their styles, and the background. Runs in
 * the page, so it uses nothing of this module.
 */
export function readLook(selector: string): string {
  const root = document.querySelector(selector);
  if (!root) return '';
  const behind: string[] = [];
  let isCovered = false;
  for (let at = root.parentElement; at; at = at.parentElement) {
    const { opacity, filter, mixBlendMode, backgroundColor, backgroundImage } = getComputedStyle(at);
    if (`${opacity},${filter},${mixBlendMode}` !== '1,none,normal') behind.push(opacity, filter, mixBlendMode);
    const background = `${backgroundColor},${backgroundImage}`;
    if (!isCovered && background !== 'rgba(0, 0, 0, 0),none') behind.push(background);
    isCovered ||= backgroundColor.startsWith('rgb(');
  }
  const lines = [root, ...root.querySelectorAll('*')].map((element) => {
    const { display, visibility, opacity, color, backgroundColor, backgroundImage, fontSize, fontWeight, textShadow } =
      getComputedStyle(element);
    const texts = [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : ''));
    const value = 'value' in element ? String(element.value) : '';
    return JSON.stringify([
      ...[element.localName, texts.join(''), value, display, visibility, opacity, color, backgroundColor],
      ...[backgroundImage, fontSize, fontWeight, textShadow],
    ]);
  });
  return [...behind, ...lines].join('\n');
}

interface AxeRequest {
  /** One for each root. */
  selectors: readonly string[];
  portals: boolean;
  more: string[];
  not: string[];
  layout: string[];
  comparing: string[];
  about: readonly About[];
}

/** Runs in the page, so it uses nothing of this module. */
async function runAxe({ selectors, portals, more, not, layout, comparing, about }: AxeRequest): Promise<Violation[]> {
  const { axe } = window as unknown as {
    axe: {
      run(context: object, options: RunOptions): Promise<AxeResults>;
      getRules(): { ruleId: string; tags: string[] }[];
    };
  };
  const roots = selectors.map((selector) => document.querySelector(selector));
  const present = selectors.filter((_selector, index) => roots[index]);
  // Path from the root to the element. It does not depend on the demo's position in the page, or on generated names.
  const wayTo = (element: Element | undefined, root: Element | null | undefined): string | undefined => {
    const steps: string[] = [];
    const start = root?.contains(element ?? null) ? root : document.body;
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
  const run = async (include: string[], isWanted: (id: string) => boolean): Promise<Violation[]> => {
    if (include.length === 0) return [];
    // The set of rules depends on the version of axe.
    const rules: RuleObject = {};
    for (const { ruleId, tags } of axe.getRules()) {
      if (more.includes(ruleId)) rules[ruleId] = { enabled: true };
      const isOff = not.includes(ruleId) || !about.includes(aboutOf(ruleId, tags)) || !isWanted(ruleId);
      if (isOff) rules[ruleId] = { enabled: false };
    }
    const { violations } = await axe.run(
      { include: include.map((selector) => [portals ? 'body' : selector]) },
      // The default also parses all style sheets again, for a rule that is not enabled.
      { resultTypes: ['violations'], elementRef: true, rules, preload: { assets: ['media'] } },
    );
    return violations.flatMap(({ id, tags, help, helpUrl, nodes }) =>
      nodes.map(({ element, html, failureSummary }): Violation => {
        const root = Math.max(
          roots.findIndex((one) => one?.contains(element ?? null)),
          0,
        );
        return {
          ...{ root, rule: id, about: aboutOf(id, tags), help, helpUrl, html },
          target: wayTo(element, roots[root]),
          summary: failureSummary ?? '',
        };
      }),
    );
  };
  if (present.length <= 1) return await run(present, () => true);
  const found = await run(present, (id) => !comparing.includes(id));
  for (const selector of present) found.push(...(await run([selector], (id) => comparing.includes(id))));
  return found;
}
