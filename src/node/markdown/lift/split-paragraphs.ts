import { isBlank, type MdastContent, type MdastRoot, walk } from '../nodes.ts';
import { isBlockComponent, isInlineComponent } from '../own-tags.ts';

/** Moves block components out of paragraphs, which are split around them: a `<p>` must not contain blocks. */
export function splitParagraphs(tree: MdastRoot): void {
  walk<MdastContent>(tree, (node) => {
    if (node.type !== 'paragraph') return;
    const children: MdastContent[] = node.children;
    // An unknown component is a block if it is alone in its paragraph.
    const alone = children.every(
      (child) => isBlank(child) || (child.type === 'component' && !isInlineComponent(child.name)),
    );
    const isBlock = (child: MdastContent) =>
      child.type === 'code' || (child.type === 'component' && (alone || isBlockComponent(child.name)));
    if (!children.some(isBlock)) return;
    const result: MdastContent[] = [];
    let text: MdastContent[] = [];
    const flush = () => {
      if (text.some((child) => !isBlank(child))) result.push({ ...node, children: text as typeof node.children });
      text = [];
    };
    for (const child of children) {
      if (isBlock(child)) {
        flush();
        result.push(child);
      } else text.push(child);
    }
    flush();
    return result;
  });
}
