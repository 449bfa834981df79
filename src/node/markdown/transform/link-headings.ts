import GithubSlugger, { slug } from 'github-slugger';
import type { Element } from 'hast';
import { HEADING_ANCHOR_CLASS } from '../../../shared/dom-contract.ts';
import type { TocEntry } from '../../../shared/entities.ts';
import { ROOT_ID } from '../../../shared/page-data.ts';
import { withValues } from '../../project/languages/interface-strings.ts';
import type { FileContext } from '../context.ts';
import { type HastContent, type HastRoot, headingDepth, isBadge, nodeText, walk } from '../nodes.ts';
import { decodeUri } from '../parse/decode-uri.ts';

/**
 * The links follow the headings, so that screen readers do not read them as part of the heading. Ids that the author
 * sets are kept; other ids are derived from the text without badges.
 */
export function linkHeadings(tree: HastRoot, context: FileContext): void {
  const { out, idPrefix, page, strings } = context.page;
  const slugger = new GithubSlugger();
  for (const id of collectAnchors(tree)) {
    slugger.occurrences[id] = 0;
    out.anchors.push(id);
  }
  // The document shell has an element with this id.
  slugger.occurrences[ROOT_ID] = 0;
  const isTab = idPrefix !== '';
  const seen = new Set<string>();
  const tabs = tabsAround(tree);
  walk<HastContent>(tree, (node) => {
    if (node.type === 'demo') return addDemo(node.id, tabs.get(node), context);
    // The title of a page is its only h1, even if it has tabs.
    if (isTab && node.type === 'element' && node.tagName === 'h1') node.tagName = 'h2';
    const depth = headingDepth(node);
    if (!depth || node.type !== 'element') return;
    out.hasHeading ||= depth === 1;
    const title = nodeText(node, isBadge).replace(/\s+/g, ' ').trim();
    const own = typeof node.properties.id === 'string' && node.properties.id !== '' ? node.properties.id : undefined;
    let id = own;
    if (id === undefined || seen.has(id)) {
      id = slugger.slug(idPrefix + (own ?? (slug(title) ? title : 'section')));
      out.anchors.push(id);
    }
    seen.add(id);
    if (depth === 1) out.titleAnchor ??= id;
    node.properties.id = id;
    const message = messageOf(node);
    out.toc.push({ id, depth, title, ...(message !== undefined && { message }), ...tabs.get(node) });
    return [node, anchor(id, withValues(strings['heading.link'] ?? '', { title: title || page.title }))];
  });
  if (idPrefix) prefixHashLinks(tree, idPrefix, new Set(out.anchors));
}

function messageOf({ properties, children }: Element): string | undefined {
  const [child] = children;
  const own = children.length === 1 && child?.type === 'element' ? child.properties : properties;
  const message = properties.dataMessage ?? own.dataMessage;
  return typeof message === 'string' ? message : undefined;
}

function tabsAround(tree: HastRoot): Map<HastContent, Pick<TocEntry, 'tabs'>> {
  const around = new Map<HastContent, { tabs: number[] }>();
  let count = 0;
  walk<HastContent>(tree, (tab) => {
    if (tab.type !== 'component' || tab.name !== 'Tab') return undefined;
    const number = ++count;
    walk<HastContent>(tab, (node) => {
      around.set(node, { tabs: [...(around.get(node)?.tabs ?? []), number] });
      return undefined;
    });
    return undefined;
  });
  return around;
}

/** Adds the tab's prefix to hash links in a tab, whose authors write ids as on a page. */
function prefixHashLinks(tree: HastRoot, prefix: string, anchors: Set<string>): void {
  walk<HastContent>(tree, (node) => {
    const href = node.type === 'element' && node.tagName === 'a' ? node.properties.href : undefined;
    if (node.type !== 'element' || typeof href !== 'string' || !href.startsWith('#')) return;
    const id = prefix + decodeUri(href.slice(1));
    if (anchors.has(id)) node.properties.href = `#${encodeURIComponent(id)}`;
    return undefined;
  });
}

/** Returns the ids that the author wrote in HTML and JSX, and the names of `<a name>`. */
function collectAnchors(tree: HastRoot): Set<string> {
  const anchors = new Set<string>();
  walk<HastContent>(tree, (node) => {
    if (node.type === 'element') {
      const { id, name } = node.properties;
      if (typeof id === 'string' && id) anchors.add(id);
      if (node.tagName === 'a' && typeof name === 'string') anchors.add(name);
    } else if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') {
      for (const attribute of node.attributes) {
        const isId = attribute.type === 'mdxJsxAttribute' && attribute.name === 'id';
        if (isId && typeof attribute.value === 'string') anchors.add(attribute.value);
      }
    }
    return undefined;
  });
  return anchors;
}

function anchor(id: string, ariaLabel: string): Element {
  return {
    type: 'element',
    tagName: 'a',
    properties: { className: [HEADING_ANCHOR_CLASS], href: `#${encodeURIComponent(id)}`, ariaLabel },
    children: [],
  };
}

function addDemo(
  id: string,
  tabs: Pick<TocEntry, 'tabs'> | undefined,
  { page: { out, page } }: FileContext,
): undefined {
  const demo = out.demos.find((candidate) => candidate.id === id);
  out.anchors.push(id);
  if (demo?.title && !demo.inline) {
    out.toc.push({ id, depth: page.frontmatter.demo?.tocDepth || 3, title: demo.title, ...tabs });
  }
}
