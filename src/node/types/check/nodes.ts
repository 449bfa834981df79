import * as ts from '../compiler/index.ts';

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

export interface Named {
  name: string;
  /** The element of an attribute, as `<Cascader>`, or the object of a member, as `Cascader`. Undefined if the object has no name. */
  owner?: string;
  isAttribute?: true;
}

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
