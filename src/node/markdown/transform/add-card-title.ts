import type { Element, Properties } from 'hast';
import type { HastComponent } from '../nodes.ts';

/** Converts icon, title and link of a `<Card>` to ordinary content, so that they are checked and searchable. */
export function addCardTitle(node: HastComponent): undefined {
  const { title, link, icon, ...props } = node.props;
  node.props = props;
  const text = { type: 'text' as const, value: typeof title === 'string' ? title : '' };
  const part = (tagName: string, properties: Properties, children: Element['children'] = []): Element => ({
    type: 'element',
    tagName,
    properties,
    children,
    position: node.position as Element['position'],
  });
  const name = typeof link === 'string' ? part('a', { href: link }, [text]) : text;
  node.children.unshift(
    ...(typeof icon === 'string' ? [part('img', { src: icon, alt: '', className: ['card-icon'] })] : []),
    ...(text.value ? [part('p', { className: ['card-title'] }, [name])] : []),
  );
}
