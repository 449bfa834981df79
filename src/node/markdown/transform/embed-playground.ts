import type { Json } from '../../../shared/entities.ts';
import { ownValue } from '../../../shared/own-value.ts';
import { RESERVED_WORDS } from '../../base/reserved-words.ts';
import { librariesOf } from '../../project/libraries.ts';
import { type FileContext, report } from '../context.ts';
import type { HastComponent, HastContent } from '../nodes.ts';
import { locationAt } from '../source-file.ts';
import type { PlaygroundArgs } from '../stories/playground-args.ts';
import { demoId } from './demo-id.ts';
import { readOptions, reportOptions } from './demo-options.ts';
import { findDemoFile, placeDemo, splitSource } from './embed-demos.ts';
import { findStory } from './embed-story.ts';

/** Name of an export, or of a member of one: `Button`, `Tabs.Root`. */
const EXPORT = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;
const ATTRIBUTE = /^[A-Za-z_][\w-]*$/;
const OWN_ATTRIBUTES = ['id', 'props', 'initial', 'src', 'name', 'package'];

/** Replaces `<Playground id="Button" props="size" initial='{"children":"Save"}' />` with a generated demo. */
export function embedPlayground(node: HastComponent, context: FileContext): HastContent[] {
  const { id, props, name, ...others } = node.props;
  const at = node.position?.start;
  if (typeof id !== 'string' || !EXPORT.test(id) || RESERVED_WORDS.has(id)) {
    const problem = typeof id === 'string' && id !== '' ? ({ case: 'name', id } as const) : ({ case: 'id' } as const);
    report(context, 'invalid-playground-tag', problem, {
      at: node.valuePoints?.id ?? at,
      length: '<Playground'.length,
    });
    return [];
  }
  if (context.page.site.config.apiParser === false) {
    report(context, 'invalid-playground-tag', { case: 'types' }, { at, length: '<Playground'.length });
    return [];
  }
  const from = packageOf(node, context);
  const given = readInitial(node, context);
  const args = argsOf(node, context);
  if (from === undefined || given === undefined || args === undefined) return [];
  const initial = { ...args?.initial, ...given };
  const options = Object.fromEntries(Object.entries(others).filter(([key]) => !OWN_ATTRIBUTES.includes(key)));
  reportOptions(
    Object.entries(options).map(([name, value]) => ({ name, value, at: ownValue(node.namePoints, name) ?? at })),
    context,
  );
  const own = typeof name === 'string' && name !== '' ? name : id;
  const pointOf = (attribute: string) => {
    const point = node.valuePoints?.[attribute];
    return point && locationAt(context.file, point, String(node.props[attribute] ?? '').length);
  };
  return placeDemo(
    {
      title: own,
      ...readOptions(options, context),
      id: demoId(`playground-${own}`, context),
      inline: false,
      iframe: false,
      filePath: args?.filePath ?? context.page.page.filePath,
      code: { text: codeOf({ id, from, initial, args }), lang: 'tsx' },
      headerLength: 0,
      location: locationAt(context.file, at, '<Playground'.length),
      takesProps: {
        name: own,
        ...(typeof props === 'string' && { listed: props.split(/[\s,]+/).filter(Boolean), listedAt: pointOf('props') }),
        tag: {
          ...{ id, initial, initialAt: pointOf('initial') },
          ...(args && { isDerived: true, limits: args.limits }),
        },
      },
    },
    context,
  );
}

type StoryArgs = PlaygroundArgs & { filePath: string };

/** Returns the data of the story in the attribute `src`: null without one, undefined after an error. */
function argsOf(node: HastComponent, context: FileContext): StoryArgs | null | undefined {
  const [written, src, exported] = splitSource(node.props.src);
  if (written === undefined || src === undefined || exported === undefined) return null;
  const filePath = findDemoFile(node, src, context);
  const found = filePath && findStory(node, { filePath, src, exported }, context);
  if (!found) return undefined;
  const { stories } = context.page;
  return stories && { ...stories.playgroundArgs(found.story), filePath: found.story.at.module.filePath };
}

interface PlaygroundCode {
  id: string;
  from: string;
  initial: Record<string, Json>;
  args: StoryArgs | null;
}

function codeOf({ id, from, initial, args }: PlaygroundCode): string {
  const [exported = id] = id.split('.');
  const attributes = Object.entries(initial).map(([name, value]) => ` ${name}={${printValue(name, value)}}`);
  const isImported = args?.names.has(exported);
  const lines = [
    ...(isImported ? [] : [`import { ${exported} } from ${JSON.stringify(from).replaceAll('"', "'")};`]),
    ...(args?.presets ? [args.presets] : []),
    '',
    'export default function Demo(props) {',
    `  return <${id}${attributes.join('')} {...props} />;`,
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function printValue(prop: string, value: Json): string {
  const { preset } = Object(value) as { preset?: string };
  return preset === undefined ? JSON.stringify(value) : `controls[${JSON.stringify(prop)}][${JSON.stringify(preset)}]`;
}

function packageOf(node: HastComponent, context: FileContext): string | undefined {
  const given = node.props.package;
  if (typeof given === 'string' && given !== '') return given;
  const names = librariesOf(context.page.site).flatMap((library) => library.name ?? []);
  if (names.length === 1) return names[0];
  report(
    context,
    'invalid-playground-tag',
    { case: 'library', names },
    { at: node.position?.start, length: '<Playground'.length },
  );
  return undefined;
}

/** Reports an error if they are not a JSON object. */
function readInitial(node: HastComponent, context: FileContext): Record<string, Json> | undefined {
  const { initial } = node.props;
  if (initial === undefined) return {};
  try {
    const value = JSON.parse(String(initial)) as Json;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('it is not an object');
    const unusable = Object.keys(value).find((name) => !ATTRIBUTE.test(name) || name === '__proto__');
    if (unusable !== undefined) throw new Error(`\`${unusable}\` cannot be the name of a prop`);
    return value;
  } catch (error) {
    const at = node.valuePoints?.initial ?? node.position?.start;
    const data = { case: 'initial', reason: (error as Error).message } as const;
    report(context, 'invalid-playground-tag', data, { at, length: String(initial).length });
    return undefined;
  }
}
