import type { Element } from 'hast';

import { type FileContext, locateIn, report } from '../context.ts';
import { parseHtml } from '../lift/to-hast.ts';
import { type CodeBlock, type HastContent, type HastRoot, nodeText, type Position, walk } from '../nodes.ts';
import { loadPackage } from '../page-packages.ts';

interface Temml {
  renderToString(tex: string, options: { displayMode: boolean; throwOnError: boolean }): string;
}

/** Renders a `math` fence; returns undefined for other fences, and for a formula that stays code. */
export function formulaBlock(node: CodeBlock, context: FileContext): HastContent | undefined {
  if (node.lang !== 'math') return undefined;
  const children = render({ tex: node.value, displayMode: true, node }, context);
  if (!children) return undefined;
  return {
    type: 'element',
    tagName: 'section',
    // A long formula is scrollable.
    properties: { className: ['formula'], tabIndex: 0, dataRich: '' },
    children: children as Element['children'],
    position: node.position as Element['position'],
  };
}

/**
 * Renders code between two dollar signs, `` $`x^2`$ ``; the dollar signs are removed from the adjacent text. Returns
 * undefined for other code.
 */
export function inlineFormula(
  node: Element,
  index: number,
  siblings: HastContent[],
  context: FileContext,
): HastContent[] | undefined {
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  const [text] = node.children;
  if (before?.type !== 'text' || after?.type !== 'text' || text?.type !== 'text') return undefined;
  if (!before.value.endsWith('$') || !after.value.startsWith('$')) return undefined;
  const children = render({ tex: text.value, displayMode: false, node }, context);
  if (!children) return undefined;
  before.value = before.value.slice(0, -1);
  after.value = after.value.slice(1);
  return children;
}

interface Formula {
  tex: string;
  displayMode: boolean;
  node: { position?: Position | undefined };
}

function render({ tex, displayMode, node }: Formula, context: FileContext): HastContent[] | undefined {
  const at = node.position?.start;
  const temml = loadPackage('temml', context.page.site) as { default: Temml } | undefined;
  if (!temml) {
    report(context, 'missing-formula-package', {}, { at });
    return undefined;
  }
  try {
    const tree = parseHtml(temml.default.renderToString(tex, { displayMode, throwOnError: true }));
    slantLetters(tree);
    return tree.children;
  } catch (error) {
    const [reason = ''] = (error as Error).message.trim().split('\n', 1);
    report(context, 'invalid-formula', { reason }, { at: locateIn(context, { position: node.position } as never, '') });
    return undefined;
  }
}

/** Browsers would map letters to mathematical characters that exist only in math fonts, which most systems lack. */
function slantLetters(tree: HastRoot): void {
  walk<HastContent>(tree, (node) => {
    if (node.type !== 'element') return;
    if (node.tagName === 'math') node.properties.dataRich = '';
    if (node.tagName !== 'mi' || 'mathvariant' in node.properties) return;
    if (/^\p{L}$/u.test(nodeText(node))) node.properties.className = ['letter'];
    return false;
  });
}
