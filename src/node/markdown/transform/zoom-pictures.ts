import type { Element } from 'hast';
import { withValues } from '../../project/languages/interface-strings.ts';
import type { PageContext } from '../context.ts';
import { type HastContent, type HastRoot, isBlank, walk } from '../nodes.ts';

/** Minimum width of a picture to enlarge, in pixels. A narrower picture has its full size on most screens. */
const WIDE = 640;

/**
 * Makes wide pictures enlargeable: those that are alone in a paragraph, and those in figures. A button over the picture opens
 * a dialog with the popover API, without a script.
 */
export function zoomPictures(tree: HastRoot, context: PageContext): void {
  walk<HastContent>(tree, (node) => {
    if (node.type !== 'element') return;
    if (node.tagName === 'a') return false;
    if (node.tagName !== 'p' && node.tagName !== 'figure') return;
    const [picture, ...others] = node.children.filter((child) => !isBlank(child));
    if (!isWide(picture) || (node.tagName === 'p' && others.length > 0)) return false;
    const { button, dialog } = zoomOf(picture, context);
    node.properties.dataRich = '';
    node.properties.className = [...classesOf(node), 'picture'];
    node.children.splice(node.children.indexOf(picture) + 1, 0, button);
    return [node, dialog];
  });
}

function classesOf({ properties: { className } }: Element): string[] {
  return Array.isArray(className) ? className.map(String) : [];
}

function isWide(node: HastContent | undefined): node is Element {
  if (node?.type !== 'element' || node.tagName !== 'img') return false;
  const { alt, width } = node.properties;
  return typeof alt === 'string' && alt !== '' && Number(width) >= WIDE;
}

function zoomOf(picture: Element, { counts, idPrefix, strings }: PageContext): { button: Element; dialog: Element } {
  const id = `site:${idPrefix}zoom-${counts.pictures++}`;
  const title = String(picture.properties.alt);
  const element = (
    tagName: string,
    properties: Element['properties'],
    children: Element['children'] = [],
  ): Element => ({
    type: 'element',
    tagName,
    properties,
    children,
  });
  const button = element('button', {
    type: 'button',
    className: ['zoom'],
    popovertarget: id,
    ariaLabel: withValues(strings['image.enlarge'] ?? '', { title }),
    dataMessageLabel: 'image.enlarge',
    dataMessageTitle: title,
  });
  const close = {
    type: 'button',
    popovertarget: id,
    popovertargetaction: 'hide',
    ariaLabel: strings['search.close'] ?? '',
    dataMessageLabel: 'search.close',
  };
  const copy = { ...picture, properties: { ...picture.properties, loading: 'lazy' } };
  const dialog = element('dialog', { className: ['zoomed'], popover: '', id, ariaLabel: title }, [
    element('button', close, [copy]),
  ]);
  return { button, dialog };
}
