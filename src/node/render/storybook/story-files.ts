import { withBase } from '../../../shared/base-url.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';
import { localeFirst } from '../../content/locale-first.ts';
import { withTabs } from '../../content/tabs.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import type { CompiledPage, StoryIdentity } from '../../markdown/types.ts';
import type { ResolvedConfig } from '../../project/config/types.ts';
import { plainDocument } from '../redirect-pages.ts';

interface ShownStory {
  story: StoryIdentity;
  /** URL of its page, with the anchor of the demo. */
  href: string;
  /** URL of the demo's own page. */
  demo: string;
}

/** Returns the stories of a site by id. A story on several pages belongs to the page with its title. */
function storiesOf(
  { pages }: LoadedSite,
  compiled: ReadonlyMap<string, CompiledPage>,
  config: ResolvedConfig,
): Map<string, ShownStory> {
  const all = localeFirst(pages, config.locales[0]?.id);
  const found = new Map<string, ShownStory>();
  for (const page of [...all.filter(({ entry }) => entry), ...all.filter(({ entry }) => !entry)])
    for (const { story, id } of withTabs(page).flatMap((file) => compiled.get(file.sourcePath)?.demos ?? [])) {
      if (!story || found.has(story.id)) continue;
      const href = `${withBase(config.base, page.routePath)}#${encodeURIComponent(id)}`;
      found.set(story.id, { story, href, demo: withBase(config.base, `/~demos/${id}`) });
    }
  return found;
}

/** Returns `index.json`, and the page `iframe.html` that opens a story by its id. */
export function storyFiles(
  loaded: LoadedSite,
  { compiled, config }: { compiled: ReadonlyMap<string, CompiledPage>; config: ResolvedConfig },
): [output: string, () => string][] {
  const stories = (): Map<string, ShownStory> => storiesOf(loaded, compiled, config);
  const { pages } = loaded;
  return [
    ['index.json', () => `${JSON.stringify({ v: 5, entries: indexEntries(stories(), pages) }, null, 2)}\n`],
    ['iframe.html', () => storyPage(stories(), pages, config)],
  ];
}

function indexEntries(stories: Map<string, ShownStory>, pages: readonly SourcePage[]): Record<string, object> {
  const entries = new Map<string, object>();
  for (const { entry } of pages) {
    if (!entry?.docs) continue;
    const { id, title, name, stories: imported, isAttached } = entry.docs;
    const tags = ['dev', 'test', `${isAttached ? '' : 'un'}attached-mdx`];
    const storiesImports = imported.map((file) => `./${file}`);
    entries.set(id, { id, title, name, importPath: `./${entry.origin}`, storiesImports, type: 'docs', tags });
  }
  for (const { story } of stories.values()) {
    const { id, fileId, title, name, exportName, file, tags } = story;
    const importPath = `./${file}`;
    const docs = `${fileId}--docs`;
    if (!entries.has(docs))
      entries.set(docs, { id: docs, title, name: 'Docs', importPath, type: 'docs', tags, storiesImports: [] });
    entries.set(id, { type: 'story', subtype: 'story', id, name, title, importPath, tags, exportName });
  }
  return Object.fromEntries(entries);
}

/** `?id=` opens the story alone; `?path=`, as on Storybook's home page, opens its page. A test's id is the story's id, `:` and a name. */
const SCRIPT =
  '(function(q){var p=/^\\/(?:story|docs)\\/(.+)/.exec(q.get("path")||""),' +
  'a=document.getElementById((p?p[1]:q.get("id")||"").split(":")[0]);' +
  'if(a)location.replace(!p&&q.get("viewMode")!=="docs"&&a.getAttribute("data-alone")||a.href)' +
  '})(new URLSearchParams(location.search))';

function storyPage(stories: Map<string, ShownStory>, pages: readonly SourcePage[], config: ResolvedConfig): string {
  const items = new Map<string, string>();
  const link = (key: string, target: string, attribute: string, text: string): void =>
    void items.set(
      key,
      `<li><a id="${escapeHtml(key)}" href="${escapeHtml(encodeURI(target))}"${attribute}>${escapeHtml(text)}</a></li>`,
    );
  for (const { entry, routePath } of pages) {
    const { id, title, name } = entry?.docs ?? {};
    if (id !== undefined)
      link(id, withBase(config.base, routePath), '', name === 'Docs' ? `${title}` : `${title}: ${name}`);
  }
  for (const { story, href, demo } of stories.values()) {
    const { id, fileId, title, name } = story;
    const docs = `${fileId}--docs`;
    if (!items.has(docs)) link(docs, href.replace(/#.*/, ''), '', title);
    link(id, href, ` data-alone="${escapeHtml(encodeURI(demo))}"`, `${title}: ${name}`);
  }
  return plainDocument({ title: 'Stories', body: `<ul>${[...items.values()].join('')}</ul>`, script: SCRIPT }, config);
}
