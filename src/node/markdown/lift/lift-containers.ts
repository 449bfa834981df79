import { CONTAINERS } from '../../../shared/containers.ts';
import type { Json } from '../../../shared/entities.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import { type FileContext, report } from '../context.ts';
import { type MdastContent, nodeText, walk } from '../nodes.ts';
import { parseFenceInfo } from '../parse/fence-info.ts';

/** Names of containers that become a `Container` of that type. */
const NAMES = [...Object.keys(CONTAINERS), 'details'];
const TABS: Record<string, string> = { tabs: 'Tabs', tab: 'Tab' };
const ALL_NAMES = [...NAMES, 'code-group', ...Object.keys(TABS)];

/** Converts `:::` containers to components: `Container`, `CodeGroup` with the titles of its panels, `Tabs` and `Tab`. */
export function liftContainers(parent: { children: MdastContent[] }, context: FileContext): void {
  walk<MdastContent>(parent, (node) => {
    // A plugin of the site has decided how it is shown.
    if (node.type !== 'containerDirective' || node.data?.hName !== undefined) return;
    liftContainers(node as { children: MdastContent[] }, context);
    reportUnclosed(node, context);
    const label = node.children[0];
    const hasLabel = label?.type === 'paragraph' && label.data?.directiveLabel;
    const children: MdastContent[] = hasLabel ? node.children.slice(1) : node.children;
    const { position } = node;
    if (node.name === 'code-group') {
      const titles = children.flatMap((child) => (child.type === 'code' ? [groupTitle(child)] : []));
      return [{ type: 'component', name: 'CodeGroup', props: { titles }, children, position }];
    }
    const title = node.attributes?.title ?? (hasLabel ? nodeText(label).trim() : undefined);
    const props: { [key: string]: Json } = title ? { title } : {};
    const name = Object.hasOwn(TABS, node.name) ? TABS[node.name] : undefined;
    if (name) return [{ type: 'component', name, props, children, position }];
    if (NAMES.includes(node.name)) {
      return [{ type: 'component', name: 'Container', props: { type: node.name, ...props }, children, position }];
    }
    reportUnknown(node.name, position?.start, context);
    return node.children;
  });
}

function groupTitle(code: Extract<MdastContent, { type: 'code' }>): string {
  code.data = { ...code.data, grouped: true };
  const info = parseFenceInfo(code.lang, code.meta);
  return info.title ?? info.lang;
}

/** Reports a container without a closing line, which includes the rest of the page. */
function reportUnclosed(
  { name, position }: { name: string; position?: { start: { line: number; column: number }; end: { line: number } } },
  context: FileContext,
): void {
  if (!position) return;
  const { start, end } = position;
  const last = context.file.lines.slice(start.line, end.line).findLast((line) => line.trim() !== '') ?? '';
  if (/(?:^|[\s>]):{3,}\s*$/.test(last)) return;
  report(context, 'unclosed-container', { name }, { at: start, length: name.length + 3 });
}

function reportUnknown(name: string, at: { line: number; column: number } | undefined, context: FileContext): void {
  const data = { name, known: ALL_NAMES, nearest: nearestName(name, ALL_NAMES) };
  report(context, 'unknown-container', data, { at, length: name.length + 3 });
}
