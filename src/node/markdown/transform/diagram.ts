import type { Element } from 'hast';

import { type FileContext, report } from '../context.ts';
import { parseHtml } from '../lift/to-hast.ts';
import { type CodeBlock, type HastContent, type HastRoot, nodeText, walk } from '../nodes.ts';
import { loadPackage } from '../page-packages.ts';
import { parseFenceInfo } from '../parse/fence-info.ts';

interface Renderer {
  renderMermaidSVG(source: string): string;
}

const KINDS: Record<string, string> = {
  flowchart: 'Flowchart',
  graph: 'Flowchart',
  sequenceDiagram: 'Sequence diagram',
  classDiagram: 'Class diagram',
  stateDiagram: 'State diagram',
  'stateDiagram-v2': 'State diagram',
  erDiagram: 'Entity relationship diagram',
};

/** Elements that a picture may contain; others are removed. */
const ELEMENTS = new Set('svg g defs marker polygon polyline path line rect circle ellipse text tspan'.split(' '));
/** Attributes that draw nothing or that a picture does not need. */
const UNWANTED = /^(?:on|data|href|xLink|style$|src|className$)/i;

/** Renders a `mermaid` fence as a picture; returns undefined for other fences, and for a diagram that stays code. */
export function diagram(node: CodeBlock, context: FileContext): HastContent | undefined {
  if (node.lang !== 'mermaid') return undefined;
  const at = node.position?.start;
  const { source, title, description } = readSource(node.value);
  const [kind = ''] = /[\w-]+/.exec(source.replace(/^\s*%%.*$/gm, '')) ?? [];
  if (!Object.hasOwn(KINDS, kind)) {
    report(context, 'unsupported-diagram', { kind, known: Object.keys(KINDS) }, { at });
    return undefined;
  }
  const renderer = loadPackage('beautiful-mermaid', context.page.site) as Renderer | undefined;
  if (!renderer) {
    report(context, 'missing-diagram-package', {}, { at });
    return undefined;
  }
  let svg: string;
  try {
    svg = renderer.renderMermaidSVG(source);
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n', 1);
    report(context, 'invalid-diagram', { reason }, { at });
    return undefined;
  }
  const picture = parseHtml(svg.replace(/<style>[\s\S]*?<\/style>/g, ''));
  const caption = parseFenceInfo(node.lang, node.meta).title ?? title ?? KINDS[kind] ?? kind;
  const words = description ?? textsOf(picture).join(', ');
  clean(picture, { prefix: `diagram-${context.page.counts.pictures++}-`, words });
  return {
    type: 'element',
    tagName: 'section',
    // Keeps its natural width, because smaller text would be unreadable; wide diagrams scroll.
    properties: { className: ['diagram'], tabIndex: 0, ariaLabel: `${caption}: ${words}`, dataRich: '' },
    children: picture.children as Element['children'],
    position: node.position as Element['position'],
  };
}

/** Extracts Mermaid's title and accessible description from the source. */
function readSource(text: string): { source: string; title?: string; description?: string } {
  const found: { title?: string; description?: string } = {};
  const withoutHeader = text.replace(/^---\n([\s\S]*?)\n---\n/, (_, header: string) => {
    found.title = /^title:\s*(.+)$/m.exec(header)?.[1];
    return '';
  });
  const source = withoutHeader
    .replace(/^\s*accTitle\s*:\s*(.+)\n?/m, (_, words: string) => {
      found.title = words.trim();
      return '';
    })
    .replace(/^\s*accDescr\s*(?::\s*(.+)|\{([^}]*)\})\n?/m, (_, line?: string, block?: string) => {
      found.description = (line ?? block ?? '').replace(/\s+/g, ' ').trim();
      return '';
    });
  return { source, ...found };
}

/** Removes everything that draws nothing from the picture, and prefixes its ids to make them unique in the page. */
function clean(picture: HastRoot, { prefix, words }: { prefix: string; words: string }): void {
  walk<HastContent>(picture, (node) => {
    if (node.type !== 'element') return node.type === 'text' && !/^\s*\n\s*$/.test(node.value) ? undefined : [];
    if (!ELEMENTS.has(node.tagName)) return [];
    for (const [name, value] of Object.entries(node.properties)) {
      if (UNWANTED.test(name)) delete node.properties[name];
      else if (name === 'id') node.properties.id = prefix + value;
      else if (typeof value === 'string' && value.includes('url('))
        node.properties[name] = value.replace(/^url\(#([\w-]+)\)$|.*/s, (_, id?: string) =>
          id ? `url(#${prefix}${id})` : 'none',
        );
      else if (typeof value === 'string') node.properties[name] = value.replace(/(\.\d\d)\d+/g, '$1');
    }
    if (node.tagName === 'svg') Object.assign(node.properties, { role: 'img', ariaLabel: words, focusable: 'false' });
    return undefined;
  });
}

function textsOf(picture: HastRoot): string[] {
  const texts = new Set<string>();
  walk<HastContent>(picture, (node) => {
    if (node.type !== 'element' || node.tagName !== 'text') return;
    texts.add(nodeText(node).replace(/\s+/g, ' ').trim());
    return false;
  });
  return [...texts].filter(Boolean);
}
