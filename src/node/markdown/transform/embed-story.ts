import { ownValue } from '../../../shared/own-value.ts';
import { relativePath } from '../../base/files/paths.ts';
import { storiesId, storiesTitle, storyId } from '../../content/story-names.ts';
import type { Site } from '../../project/config/types.ts';
import { type FileContext, report } from '../context.ts';
import { type HastComponent, nodeText } from '../nodes.ts';
import { locationAt } from '../source-file.ts';
import type { StoriesFile, Story } from '../stories/read-stories.ts';
import type { EmbeddedDemo, StoryIdentity } from '../types.ts';
import { demoId, localName } from './demo-id.ts';
import { readOptions, reportOptions } from './demo-options.ts';

/** A story that a tag refers to. */
interface WrittenStory {
  filePath: string;
  src: string;
  exported: string;
}

/** Finds the story of `src="./Button.stories.tsx#Primary"`. Returns undefined after an error. */
export function findStory(
  node: HastComponent,
  { filePath, src, exported }: WrittenStory,
  context: FileContext,
): { story: Story; file: StoriesFile } | undefined {
  const { out, site, stories } = context.page;
  if (!stories) return undefined;
  const at = node.valuePoints?.src ?? node.position?.start;
  const loaded = stories.loadStories(filePath);
  for (const file of loaded.dependencies) if (!out.dependencies.includes(file)) out.dependencies.push(file);
  if ('problem' in loaded) {
    const { reason, ...problem } = loaded.problem;
    const place = { file: relativePath(site.root, filePath), ...problem };
    return void report(context, 'invalid-story', { case: 'unreadable', src, reason }, { at: place });
  }
  const found = stories.findStory(loaded.file, exported);
  if ('story' in found) return { story: found.story, file: loaded.file };
  return void report(context, 'invalid-story', { case: 'unknown', ...found, src: `${src}#${exported}` }, { at });
}

/** Creates the demo of `<code src="./Button.stories.tsx#Primary">`. Returns undefined after an error. */
export function embedStory(node: HastComponent, written: WrittenStory, context: FileContext): EmbeddedDemo | undefined {
  const { site, stories } = context.page;
  const found = findStory(node, written, context);
  if (!found || !stories) return undefined;
  const { story, file } = found;
  const { filePath, exported } = written;
  const { code, location } = stories.codeOfStory(story, (name) => relativePath(site.root, name));
  if (!code) return void report(context, 'invalid-story', { case: 'empty', name: exported }, { at: location });
  const { src: _, id, ...attributes } = node.props;
  const at = node.valuePoints?.src ?? node.position?.start;
  const names = Object.entries(attributes).map(([name, value]) => ({
    name,
    value,
    at: ownValue(node.namePoints, name) ?? at,
  }));
  reportOptions(names, context);
  const title = nodeText({ type: 'fragment', children: node.children } as never).trim() || story.name;
  const { description, frame } = story;
  const framed = frame !== undefined && { iframe: frame === true || String(frame) };
  const { props: _props, ...options } = readOptions({ description, title, ...framed, ...attributes }, context);
  const name = typeof id === 'string' ? id : `${localName(filePath).replace(/\.(?:stories|story)$/, '')}-${exported}`;
  return {
    filename: relativePath(site.projectRoot, filePath),
    ...options,
    id: demoId(name, context),
    inline: options.inline === true,
    filePath: story.at.module.filePath,
    code,
    ...(code.shown !== undefined && { steps: {} }),
    headerLength: 0,
    location: locationAt(context.file, node.position?.start),
    story: identityOf(story, file, site),
  };
}

function identityOf({ exportName, name, tags }: Story, { module, id, title }: StoriesFile, site: Site): StoryIdentity {
  const { filePath } = module;
  const known = title ?? storiesTitle(filePath, site);
  const fileId = storiesId(known, id);
  const all = ['dev', 'test', ...tags];
  return {
    ...{ id: storyId(fileId, exportName), fileId, title: known, name, exportName },
    file: relativePath(site.root, filePath),
    tags: [...new Set(all)].filter((tag) => !tag.startsWith('!') && all.lastIndexOf(`!${tag}`) <= all.lastIndexOf(tag)),
  };
}
