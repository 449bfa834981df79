import { type FileContext, report } from '../context.ts';
import { type HastComponent, isBlank } from '../nodes.ts';

/** Removes children that are not tabs, and reports them. */
export function arrangeTabs(node: HastComponent, context: FileContext): HastComponent[] {
  const tabs: HastComponent[] = [];
  for (const child of node.children) {
    if (child.type === 'component' && child.name === 'Tab') tabs.push(child);
    else if (!isBlank(child))
      report(context, 'malformed-tabs', { case: 'content', tag: tagOf(node, context) }, { at: child.position?.start });
  }
  if (node.children.every(isBlank)) reportTabs(node, 'no-tabs', context);
  const titles = tabs.map((tab) => titleOf(tab, context));
  node.props = { titles };
  node.children = tabs;
  return tabs;
}

export function reportStrayTab(node: HastComponent, context: FileContext): undefined {
  reportTabs(node, 'stray', context);
}

function titleOf(tab: HastComponent, context: FileContext): string {
  const { title, ...props } = tab.props;
  tab.props = props;
  if (typeof title === 'string' && title.trim()) return title;
  reportTabs(tab, 'no-title', context);
  return '';
}

function reportTabs(node: HastComponent, is: 'no-tabs' | 'no-title' | 'stray', context: FileContext): void {
  const tag = tagOf(node, context);
  const length = tag.name.length + (tag.isContainer ? 2 : 1);
  report(context, 'malformed-tabs', { case: is, tag }, { at: node.position?.start, length });
}

function tagOf({ name, position }: HastComponent, { file }: FileContext): { name: string; isContainer: boolean } {
  const { line = 0, column = 1 } = position?.start ?? {};
  return { name, isContainer: file.lines[line - 1]?.[column - 1] === ':' };
}
