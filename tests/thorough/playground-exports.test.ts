import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { bundleProject, catchExport, renderProject } from '../helpers/exports.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

/** Compound components, which need a provider. */
const TABS = `import { createContext, type ReactNode, useContext, useState } from 'react';
const Current = createContext<{ tab: string; select: (tab: string) => void; isVertical: boolean } | undefined>(undefined);
export interface RootProps {
  defaultTab?: string;
  orientation?: 'horizontal' | 'vertical';
  children?: ReactNode;
}
function Root({ defaultTab = '', orientation, children }: RootProps) {
  const [tab, select] = useState(defaultTab);
  return <Current value={{ tab, select, isVertical: orientation === 'vertical' }}><div className="tabs">{children}</div></Current>;
}
function List({ children }: { children?: ReactNode }) {
  const current = useContext(Current);
  if (!current) throw new Error('List needs a Root');
  return <div role="tablist" aria-orientation={current.isVertical ? 'vertical' : 'horizontal'}>{children}</div>;
}
function Tab({ name }: { name: string }) {
  const current = useContext(Current);
  if (!current) throw new Error('Tab needs a Root');
  return <button type="button" role="tab" aria-selected={current.tab === name} onClick={() => current.select(name)}>{name}</button>;
}
export const Tabs = { Root, List, Tab };
`;
const FILES = {
  'docs/tabs.md': '# Tabs\n\n<code src="../demos/tabs.tsx"></code>\n',
  'docs/select.md': '# Select\n\n<code src="../demos/select.tsx"></code>\n',
  'docs/data.md': '# Data\n\n<code src="../demos/data.tsx"></code>\n',
  'demos/lib/tabs.tsx': TABS,
  'demos/tabs.tsx': `import { type RootProps, Tabs } from './lib/tabs';

export default function Demo(props: RootProps) {
  return (
    <Tabs.Root defaultTab="Two" {...props}>
      <Tabs.List>
        <Tabs.Tab name="One" />
        <Tabs.Tab name="Two" />
      </Tabs.List>
    </Tabs.Root>
  );
}
`,
  'demos/select.tsx': `/** props: placeholder disabled mode */
import Select, { type SelectProps } from '@rc-component/select';

export default function Demo({ placeholder = 'Choose', ...props }: Pick<SelectProps, 'placeholder' | 'disabled' | 'mode'>) {
  return <Select placeholder={placeholder} {...props} options={[{ value: 'a', label: 'A' }]} />;
}
`,
  'demos/data.tsx': `import { useState } from 'react';

type Row = { name: string; size?: number };
interface TableProps {
  rows: Row[];
  caption?: string;
  sortBy?: 'name' | 'size';
}

function Table({ rows, caption, sortBy = 'name' }: TableProps) {
  const [isReversed, setReversed] = useState(false);
  const sorted = [...rows].sort((a, b) => String(a[sortBy] ?? '').localeCompare(String(b[sortBy] ?? '')));
  if (isReversed) sorted.reverse();
  return <table onClick={() => setReversed(!isReversed)}><caption>{caption}</caption><tbody>{sorted.map(({ name }) => <tr key={name}><td>{name}</td></tr>)}</tbody></table>;
}

export default function Demo({ rows = [{ name: 'b', size: 1 }, { name: 'a', size: 2 }], caption, sortBy }: TableProps) {
  return <Table rows={rows} caption={caption} sortBy={sortBy} />;
}
`,
};

let root: string;
let site: OpenSite;

beforeAll(async () => {
  const made = await createSite(FILES);
  root = made.root;
  const { text } = await made.build({ cache: false });
  expect(text).toBe('');
  site = await openSite({ root });
});

it.each<[name: string, query: string, code: string, look: (page: Page) => Promise<unknown>, seen: unknown]>([
  [
    'tabs',
    'tabs.orientation=vertical&tabs.defaultTab=One',
    '<Tabs.Root defaultTab="One" orientation="vertical">',
    async (page) => {
      const list = page.locator('[aria-orientation]');
      return [await list.getAttribute('aria-orientation'), await list.getByRole('tab', { selected: true }).innerText()];
    },
    ['vertical', 'One'],
  ],
  [
    'select',
    'select.placeholder=Pick&select.disabled=true&select.mode=multiple',
    '<Select placeholder="Pick" disabled mode="multiple" options=',
    async (page) => [
      await page.getByText('Pick').first().innerText(),
      await page.getByRole('combobox').first().isDisabled(),
    ],
    ['Pick', true],
  ],
  [
    'data',
    'data.sortBy=size&data.caption=Sizes&data.rows=[{"name":"x","size":2},{"name":"y","size":1}]',
    "rows={[{ name: 'x', size: 2 }, { name: 'y', size: 1 }]}",
    async (page) => [await page.locator('caption').innerText(), await page.locator('td').allInnerTexts()],
    ['Sizes', ['y', 'x']],
  ],
])('%s: the export of a state builds, and shows what the page shows', async (name, query, code, look, seen) => {
  const { page, messages } = await site.open(`/${name}?${encodeURI(query)}`);
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
  await expect.poll(() => look(page)).toEqual(seen);
  const files = await catchExport(page, 'Open in StackBlitz');
  expect(Object.values(files).join('\n')).toContain(code);
  const project = await bundleProject(files, path.join(root, 'exports'));
  await renderProject(page, files, project);
  await expect.poll(() => look(page).catch(() => undefined)).toEqual(seen);
  expect(messages).toEqual([]);
});
