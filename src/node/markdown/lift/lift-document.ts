import { reportForeignText } from '../check/foreign-text.ts';
import { reportImages } from '../check/missing-texts.ts';
import type { FileContext } from '../context.ts';
import type { MdastRoot } from '../nodes.ts';
import { isBlank, type MdastContent, walk } from '../nodes.ts';
import { isBlockComponent, isInlineComponent } from '../own-tags.ts';
import { liftContainers } from './lift-containers.ts';
import { liftNpmFences } from './lift-npm-fences.ts';
import { liftTypeScript } from './lift-typescript.ts';

/** The order matters. `liftComponents` is `liftTags` for `.md`, where tags are HTML, and `liftJsx` for `.mdx`. */
export function liftDocument(
  tree: MdastRoot,
  context: FileContext,
  liftComponents: (tree: MdastRoot, context: FileContext) => void,
): void {
  reportImages(tree, context);
  reportForeignText(tree, context);
  liftComponents(tree, context);
  liftNpmFences(tree, context);
  liftTypeScript(tree, context);
  liftContainers(tree, context);
  splitParagraphs(tree);
}

/** Moves block components out of paragraphs, which are split around them: a `<p>` must not contain blocks. */
function splitParagraphs(tree: MdastRoot): void {
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
