import { reportForeignText } from '../check/foreign-text.ts';
import { reportImages } from '../check/missing-texts.ts';
import type { FileContext } from '../context.ts';
import type { MdastRoot } from '../nodes.ts';
import { liftContainers } from './lift-containers.ts';
import { liftNpmFences } from './lift-npm-fences.ts';
import { liftTypeScript } from './lift-typescript.ts';
import { splitParagraphs } from './split-paragraphs.ts';

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
