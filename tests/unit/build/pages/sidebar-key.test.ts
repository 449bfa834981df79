import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { hashOf } from '../../../../src/node/base/hash.ts';
import { createInputsKey } from '../../../../src/node/build/pages/page-key.ts';
import type { PageInputs } from '../../../../src/node/render/types.ts';
import type { SidebarGroup, SidebarItem } from '../../../../src/shared/entities.ts';
import { indexSidebar, SIDEBAR_LIMIT, sidebarView } from '../../../../src/shared/sidebar-view.ts';

const page = (link: string, children: SidebarItem[] = []): SidebarItem => ({
  ...{ title: `Page ${link}`, link, order: 0 },
  ...(children.length > 0 && { children }),
});
const pages = (count: number, folder: string): SidebarItem[] =>
  Array.from({ length: count }, (_, number) => page(`${folder}/p${number}`));

/** Long sidebar with levels that are cut and levels that are not, folders with and without a page, and a page that it has twice. */
const createSidebar = (): SidebarGroup[] => [
  { title: 'Pages', children: [page('/one'), page('/folder', [...pages(4, '/folder'), page('/again')])] },
  {
    children: [
      { title: 'Long', order: 0, children: pages(SIDEBAR_LIMIT + 3, '/long') },
      { title: 'Deep', order: 0, children: [page('/deep', pages(3, '/deep')), page('/leaf'), page('/other')] },
      page('/again', pages(2, '/again')),
    ],
  },
];

/** Calls `visit` with every list of entries. */
function eachList(groups: SidebarGroup[], visit: (items: SidebarItem[]) => void): void {
  const lists = groups.map(({ children }) => children);
  for (const list of lists) {
    visit(list);
    lists.push(...list.flatMap(({ children }) => (children ? [children] : [])));
  }
}

const EDITS: Record<string, (items: SidebarItem[], at: number) => void> = {
  'another title': (items, at) => Object.assign(items[at] as SidebarItem, { title: 'Other' }),
  'another link': (items, at) => Object.assign(items[at] as SidebarItem, { link: '/new' }),
  'an added page': (items, at) => items.splice(at, 0, page('/added')),
  'a removed entry': (items, at) => items.splice(at, 1),
  'an entry moved to the end': (items, at) => items.push(...items.splice(at, 1)),
  'a child': (items, at) => Object.assign(items[at] as SidebarItem, { children: [page('/child')] }),
};

/** Returns the key and the view of each page. The pages are visited in the given order. */
function keysOf(sidebar: SidebarGroup[], routes: string[]) {
  const index = indexSidebar(sidebar);
  const keyOf = createInputsKey((value) => hashOf(JSON.stringify(value)));
  const inputs = { sidebar, translations: new Map(), demos: [], tables: [] } as unknown as PageInputs;
  return new Map(
    routes
      .filter((route) => index.paths.has(route))
      .map((route) => [
        route,
        { key: keyOf(route, inputs).sidebar, view: sidebarView(index, { base: '', route, listHref: '/' }) },
      ]),
  );
}

it.each(Object.entries(EDITS))('the key of a page changes with its sidebar, and only then: %s', (_, edit) => {
  const routes = [...indexSidebar(createSidebar()).paths.keys()];
  const before = keysOf(createSidebar(), routes);
  const wrong: string[] = [];
  let same = 0;
  let other = 0;
  let lists = 0;
  eachList(createSidebar(), () => lists++);
  for (let list = 0; list < lists; list++)
    for (const at of [0, 1, 2]) {
      const edited = createSidebar();
      let number = 0;
      const found: SidebarItem[][] = [];
      eachList(edited, (items) => {
        if (number++ === list) found.push(items);
      });
      const items = found[0] as SidebarItem[];
      if (at >= items.length) continue;
      edit(items, at);
      for (const [route, { key, view }] of keysOf(edited, routes.toReversed())) {
        const old = before.get(route);
        const isSame = isDeepStrictEqual(view, old?.view);
        if (isSame) same++;
        else other++;
        if ((key === old?.key) !== isSame) wrong.push(`${route}, entry ${at} of list ${list}`);
      }
    }
  expect(wrong).toEqual([]);
  expect([same > 0, other > 0]).toEqual([true, true]);
});
