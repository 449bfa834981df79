import { childrenOf, type HastContent, type HastRoot, headingDepth, nodeText, walk } from '../nodes.ts';
import { isInlineComponent, isInWords } from '../own-tags.ts';
import type { CompiledPage } from '../types.ts';

/** Elements whose text is one paragraph in search. */
const PARAGRAPHS = new Set(['p', 'pre', 'ul', 'ol', 'dl', 'tr']);

/** Collects the text for search, one record per paragraph and section, and the page's description. */
export function collectTexts(tree: HastRoot, out: CompiledPage): void {
  const sections = new Map(out.toc.map((entry, index) => [entry.id, index]));
  let paragraphs = 0;
  let tocIndex: number | undefined;
  // The records are in document order, like the tags in the tree.
  const apis = [...(out.apis ?? [])];
  const visit = (node: HastContent, paraId: number): void => {
    if (headingDepth(node) && node.type === 'element') {
      const id = String(node.properties.id);
      tocIndex = sections.get(id);
      // The table of contents omits badges, but they are searchable.
      const text = collapse(nodeText(node));
      if (tocIndex === undefined || out.toc[tocIndex]?.title !== text) addText(out, text, ++paragraphs, tocIndex);
    } else if (node.type === 'text') {
      addText(out, node.value, paraId, tocIndex);
    } else if (node.type === 'raw') {
      const { title, code, typed } = node.data ?? {};
      if (typed && tocIndex !== undefined) typed.tocIndex = tocIndex;
      if (title) addText(out, title, ++paragraphs, tocIndex);
      if (code) addText(out, code, ++paragraphs, tocIndex);
    } else {
      const children = childrenOf<HastContent>(node);
      if (!children) return;
      if (node.type === 'component' && node.name === 'API') {
        const api = apis.shift();
        if (api) api.tocIndex = tocIndex;
      }
      const id = isParagraph(node) ? ++paragraphs : paraId;
      const divides = node.type === 'element' && !isInWords(node.tagName);
      if (divides) addText(out, ' ', id, tocIndex);
      for (const title of shownAttributes(node)) addText(out, `${title} `, id, tocIndex);
      for (const child of children) visit(child, id);
      if (divides) addText(out, ' ', id, tocIndex);
    }
  };
  for (const node of tree.children) visit(node, 0);
  for (const text of out.texts) text.value = collapse(text.value);
  out.texts = out.texts.filter(({ value }) => value);
  const description = firstParagraph(tree);
  if (description) out.description = description;
}

function shownAttributes(node: HastContent): string[] {
  if (node.type !== 'component') return [];
  const { title, titles, since } = node.props;
  return [title, since, ...(Array.isArray(titles) ? titles : [])].filter((text) => typeof text === 'string');
}

/** The pattern skips single spaces, because all text of a site is processed here. */
function collapse(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
}

function isParagraph(node: HastContent): boolean {
  if (node.type === 'element') return PARAGRAPHS.has(node.tagName);
  return node.type === 'component' && !isInlineComponent(node.name);
}

function addText(out: CompiledPage, value: string, paraId: number, tocIndex: number | undefined): void {
  const last = out.texts[out.texts.length - 1];
  if (last && last.paraId === paraId && last.tocIndex === tocIndex) last.value += value;
  else out.texts.push({ value, paraId, ...(tocIndex === undefined ? {} : { tocIndex }) });
}

function firstParagraph(tree: HastRoot): string | undefined {
  let text: string | undefined;
  walk<HastContent>(tree, (node) => {
    if (text) return false;
    if (node.type === 'element' && node.tagName === 'p') text = collapse(nodeText(node));
    return undefined;
  });
  return text || undefined;
}
