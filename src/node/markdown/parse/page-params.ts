import { escapeHtml } from '../../../shared/escape-html.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import { fillParams } from '../../content/expand-paths.ts';
import type { PathsEntry } from '../../content/types.ts';
import { type FileContext, report } from '../context.ts';
import { type MdastContent, type MdastRoot, walk } from '../nodes.ts';

/** Fields of Markdown nodes that contain the author's text. */
const FIELDS = ['value', 'url', 'title', 'alt', 'meta', 'lang'];

/** Matches what MDX parses as an expression. */
const EXPRESSION = /^\s*\{\s*params\.[\w$-]+\s*\}\s*$/;

/** Values are inserted as text, never as Markdown. */
export function fillPageParams(tree: MdastRoot, context: FileContext): void {
  const params = context.page.page.entry?.params;
  if (!params) return;
  const known = Object.keys(params);
  const html = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, escapeHtml(value)]));
  walk<MdastContent>(tree, (node) => {
    const fill = (text: string): string =>
      fillParams(text, node.type === 'html' ? html : params, (name) => {
        const data = { name, known, nearest: nearestName(name, known) };
        report(context, 'unknown-parameter', data, { at: node.position?.start });
      });
    if ((node.type === 'mdxTextExpression' || node.type === 'mdxFlowExpression') && EXPRESSION.test(node.value)) {
      const text: MdastContent = { type: 'text', value: fill(`{${node.value}}`), position: node.position };
      return [node.type === 'mdxFlowExpression' ? { ...text, type: 'paragraph', children: [text] } : text];
    }
    const fields = node as unknown as Record<string, unknown>;
    for (const field of FIELDS) if (typeof fields[field] === 'string') fields[field] = fill(fields[field]);
    const attributes = node.type === 'containerDirective' ? (node.attributes ?? {}) : {};
    for (const [name, value] of Object.entries(attributes)) if (value) attributes[name] = fill(value);
    if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return undefined;
    for (const attribute of node.attributes) {
      const { value } = attribute;
      if (typeof value === 'string') attribute.value = fill(value);
      else if (value && EXPRESSION.test(value.value)) attribute.value = fill(`{${value.value}}`);
    }
    return undefined;
  });
}

/** Returns the function that converts a line of a generated page to the location in its template or in its entry. */
export function createOrigin({
  template,
  origin,
  content,
  lines,
}: PathsEntry): (line: number) => { path: string; line: number } {
  return (line) => {
    if (lines) return { path: template, line: lines[line - 1] ?? 1 };
    const inContent = content ? line - content.line : -1;
    if (!content || inContent < 0) return { path: template, line };
    if (inContent < content.count) return { path: origin, line: inContent + 1 };
    return { path: template, line: line - content.count + 1 };
  };
}
