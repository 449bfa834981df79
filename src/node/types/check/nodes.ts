import * as ts from '../compiler/index.ts';

/** The innermost node that begins at a place, or has it within. */
export function nodeAt(file: ts.SourceFile, start: number): ts.Node {
  let node: ts.Node = file;
  for (;;) {
    const inner: ts.Node | undefined = ts.forEachChild(node, (child) =>
      child.getStart(file) <= start && start < child.end ? child : undefined,
    );
    if (!inner) return node;
    node = inner;
  }
}

/** What is named by a node, and what of. */
export interface Named {
  name: string;
  /** Element of an attribute, as `<Cascader>`; what a member is taken of, as `Cascader`; undefined when that has no name. */
  owner?: string;
  isAttribute?: true;
}

/** What a node names: an attribute, a member, a property of an object literal. */
export function namedBy(node: ts.Node): Named | undefined {
  const { parent } = node;
  if (!parent) return undefined;
  if (ts.isJsxAttribute(parent) && parent.name === node) {
    const element = parent.parent.parent as ts.JsxOpeningLikeElement;
    return { name: node.getText(), owner: `<${element.tagName.getText()}>`, isAttribute: true };
  }
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    const owner = parent.expression.getText();
    return { name: node.getText(), ...(/^[\w$.]+$/.test(owner) && { owner }) };
  }
  return ts.isPropertyAssignment(parent) && parent.name === node ? { name: node.getText() } : undefined;
}
