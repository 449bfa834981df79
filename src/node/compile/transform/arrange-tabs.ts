import { type FileContext, reportError } from '../context.ts';
import { type HastComponent, type HastContent, isBlank } from '../nodes.ts';

/** Gives `<Tabs>` the titles of the tabs in it, and keeps only the tabs. Reports everything else that is in it. */
export function arrangeTabs(node: HastComponent, context: FileContext): HastComponent[] {
  const tabs: HastComponent[] = [];
  const self = nameOf(node, context);
  for (const child of node.children) {
    if (child.type === 'component' && child.name === 'Tab') tabs.push(child);
    else if (!isBlank(child)) reportMisplaced(child, self, context);
  }
  if (node.children.every(isBlank)) reportTabs(node, `${self} has no tabs`, context);
  const titles = tabs.map((tab) => titleOf(tab, context));
  node.props = { titles };
  node.children = tabs;
  return tabs;
}

/** Reports a tab that is not directly inside of tabs. */
export function reportStrayTab(node: HastComponent, context: FileContext): undefined {
  const inTabs = isContainer(node, context) ? '`:::tabs`' : '`<Tabs>`';
  reportTabs(node, `${nameOf(node, context)} is not directly inside ${inTabs}`, context);
}

function titleOf(tab: HastComponent, context: FileContext): string {
  const { title, ...props } = tab.props;
  tab.props = props;
  if (typeof title === 'string' && title.trim()) return title;
  reportTabs(tab, `${nameOf(tab, context)} has no title`, context);
  return '';
}

function reportMisplaced(child: HastContent, tabs: string, context: FileContext): void {
  const at = child.position?.start;
  const text = `Content of ${tabs} must be inside a tab`;
  reportError(context, { code: 'CD350', text, at, notes: notesFor(tabs.startsWith('`:')) });
}

function reportTabs(node: HastComponent, text: string, context: FileContext): void {
  const notes = notesFor(isContainer(node, context));
  reportError(context, {
    code: 'CD350',
    text,
    at: node.position?.start,
    length: nameOf(node, context).length - 3,
    notes,
  });
}

function notesFor(container: boolean): string[] {
  if (!container) return ['Write `<Tabs>`, then `<Tab title="…">` and `</Tab>` around each tab, then `</Tabs>`'];
  return [
    'Write `::::tabs`, then `:::tab Title` and `:::` around each tab, then `::::`; the outer lines need more colons than the inner ones',
  ];
}

/** How an author wrote it. */
function nameOf(node: HastComponent, context: FileContext): string {
  return isContainer(node, context) ? `\`:::${node.name.toLowerCase()}\`` : `\`<${node.name}>\``;
}

function isContainer({ position }: HastComponent, { file }: FileContext): boolean {
  const { line = 0, column = 1 } = position?.start ?? {};
  return file.lines[line - 1]?.[column - 1] === ':';
}
