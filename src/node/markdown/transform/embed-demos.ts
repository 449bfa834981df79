import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ownValue } from '../../../shared/own-value.ts';
import { DEMO_ACTIONS } from '../../../shared/page-data.ts';
import { type Location, locate } from '../../base/diagnostics/diagnostic.ts';
import { relativePath } from '../../base/files/paths.ts';
import { type FileContext, type PageContext, type ReportOptions, report } from '../context.ts';
import {
  type CodeBlock,
  type HastComponent,
  type HastContent,
  type HastRoot,
  isBlank,
  nodeText,
  type Point,
  walk,
} from '../nodes.ts';
import { isDemoFence } from '../parse/demo-fence.ts';
import { parseFenceInfo } from '../parse/fence-info.ts';
import { findSteps, type StepsSource, stepsFiles } from '../parse/find-steps.ts';
import { type DemoHeader, readDemoHeader } from '../parse/read-demo-header.ts';
import { locationAt } from '../source-file.ts';
import type { EmbeddedDemo } from '../types.ts';
import { demoId, localeSuffix, localName } from './demo-id.ts';
import { isDemoOption, localizeOptions, readOptions, reportOptions } from './demo-options.ts';
import { embedStory } from './embed-story.ts';
import { type FileReference, findFile, resolveSpecifier } from './find-file.ts';

/** Start of a parameter list that is not empty. */
const PARAMETERS = String.raw`\(\s*[^)\s]`;
const FUNCTION = String.raw`(?:async\s+)?function\b\s*[\w$]*\s*(?:<[^(]*>)?\s*${PARAMETERS}`;
const ARROW = String.raw`(?:${PARAMETERS}|[\w$]+\s*=>)`;

/** The compiler decides later whether a demo takes props; this check avoids starting it for other demos. */
function mayTakeProps(code: string): boolean {
  const [, name] = /\bexport\s+default\s+([\w$]+)\s*;?\s*(?:\n|$)/.exec(code) ?? [];
  if (name === undefined) return new RegExp(String.raw`\bexport\s+default\s+(?:${FUNCTION}|${ARROW})`).test(code);
  const own = name.replaceAll('$', String.raw`\$`);
  return new RegExp(
    String.raw`\bfunction\s+${own}\s*(?:<[^(]*>)?\s*${PARAMETERS}|\b(?:const|let|var)\s+${own}\b[^]{0,300}?=\s*(?:${FUNCTION}|${ARROW})`,
  ).test(code);
}

type DemoTag = HastComponent;

const EXTENSIONS = ['.tsx', '.jsx', '.ts', '.js'];

/** Tags without a blank line between them form a grid, and are removed from `siblings`. */
export function embedDemos(node: DemoTag, index: number, siblings: HastContent[], context: FileContext): HastContent[] {
  const tags = [node];
  let next = index + 1;
  for (let last = node; next < siblings.length; next++) {
    const sibling = siblings[next] as HastContent;
    if (isBlank(sibling)) continue;
    if (sibling.type !== 'component' || sibling.name !== 'code' || !follows(last, sibling)) break;
    tags.push(sibling);
    last = sibling;
    siblings.splice(index + 1, next - index);
    next = index;
  }
  const places = tags.flatMap((tag) => embedFile(tag, context));
  const cols = context.page.page.frontmatter.demo?.cols ?? 1;
  if (places.length < 2) return places;
  return [{ type: 'component', name: 'DemoGrid', props: { cols }, children: places, position: node.position }];
}

function follows(last: DemoTag, next: DemoTag): boolean {
  return (next.position?.start.line ?? 0) - (last.position?.end.line ?? 0) <= 1;
}

/** Splits `./Button.stories.tsx#Primary`. */
export function splitSource(src: unknown): string[] {
  return typeof src === 'string' ? (/^(.*)#([\w$]+)$/.exec(src) ?? []) : [];
}

/** Returns the absolute path of a file of demos or stories. Reports if it is missing. */
export function findDemoFile(node: HastComponent, src: string, context: FileContext): string | undefined {
  const reference: FileReference = { what: 'Demo file', missing: 'missing-demo-file', specifier: src, node };
  const filePath = resolveSpecifier(src, context.file.filePath, context.page.site);
  return findFile(filePath, reference, context, EXTENSIONS);
}

function embedFile(node: DemoTag, context: FileContext): HastContent[] {
  const { out, site } = context.page;
  const { src: written, id, ...attributes } = node.props;
  const at = node.position?.start;
  const [, src = written, exported] = splitSource(written);
  if (typeof src !== 'string') {
    report(context, 'not-a-demo', { extensions: EXTENSIONS }, { at });
    return [];
  }
  const found = findDemoFile(node, src, context);
  if (!found) return [];
  if (!EXTENSIONS.some((extension) => found.endsWith(extension))) {
    report(context, 'not-a-demo', { src, extensions: EXTENSIONS }, { at: node.valuePoints?.src ?? at });
    return [];
  }
  if (exported !== undefined) {
    const story = embedStory(node, { filePath: found, src, exported }, context);
    return story ? placeDemo(story, context) : [];
  }
  for (const file of [found, ...stepsFiles(found)]) if (!out.dependencies.includes(file)) out.dependencies.push(file);
  const source = readFileSync(found, 'utf8');
  const header = readDemoHeader(source, isDemoOption);
  const file = relativePath(site.root, found);
  reportProblems(header, ({ offset, length }) => locate(file, source, offset, length), context);
  const keys = [
    ...header.keys.map(({ name, offset }) => ({
      name,
      value: header.options[name],
      at: locate(file, source, offset, name.length),
    })),
    ...Object.entries(attributes).map(([name, value]) => ({ name, value, at: ownValue(node.namePoints, name) ?? at })),
  ];
  reportOptions(keys, context);
  const title = nodeText({ type: 'fragment', children: node.children } as never).trim();
  const attributeOptions = { ...(title ? { title } : {}), ...attributes };
  const { props, ...options } = readOptions(
    { ...localizeOptions(header.options, context), ...attributeOptions },
    context,
  );
  const name = typeof id === 'string' ? id : localName(found);
  return placeDemo(
    {
      filename: relativePath(site.projectRoot, found),
      ...options,
      id: demoId(name, context),
      inline: options.inline === true,
      filePath: found,
      headerLength: header.length,
      location: locationAt(context.file, at),
      ...propsOf({ name, code: source, props, keys }, context),
      ...stepsOf(findSteps(source, found), context),
    },
    context,
  );
}

/** Returns undefined if the fence is code to show. */
export function embedFence(node: CodeBlock, context: FileContext): HastContent[] | undefined {
  const info = parseFenceInfo(node.lang, node.meta);
  const { flags } = info;
  const { page, site, counts } = context.page;
  if (node.grouped || !isDemoFence(node.value, info, site.config.codeBlockMode)) return undefined;
  if (!flags.has('demo') && !isRunnable(node, context)) return undefined;
  const header = readDemoHeader(node.value, isDemoOption);
  reportProblems(header, ({ offset }) => pointInFence(node, offset, context), context);
  const keys = header.keys.map(({ name, offset }) => ({
    name,
    value: header.options[name],
    at: pointInFence(node, offset, context),
  }));
  reportOptions(keys, context);
  const { id, props, ...options } = readOptions(localizeOptions(header.options, context), context);
  const locale = localeSuffix(context);
  const number = `${locale ? `${locale}-` : ''}${counts.fences++}`;
  const name = typeof id === 'string' ? id : number;
  return placeDemo(
    {
      ...options,
      id: demoId(name, context),
      inline: options.inline === true || flags.has('inline'),
      ...(flags.has('ts2js') ? { ts2js: true } : {}),
      filePath: page.filePath,
      code: { text: node.value, lang: info.lang as 'tsx' | 'jsx' },
      headerLength: header.length,
      location: locationAt(context.file, node.position?.start),
      ...propsOf({ name, code: node.value, props, keys }, context),
      ...stepsOf(findSteps(node.value), context),
    },
    context,
  );
}

/** Reports errors in the YAML of a demo's front matter, as in that of a page. */
function reportProblems(
  { problems }: DemoHeader,
  placeOf: (problem: DemoHeader['problems'][number]) => ReportOptions['at'],
  context: FileContext,
): void {
  for (const problem of problems) {
    const name = problem.fatal ? 'unreadable-front-matter' : 'corrected-front-matter';
    report(context, name, { case: 'yaml', ...problem }, { at: placeOf(problem), length: problem.length });
  }
}

/** The page depends on their file. */
function stepsOf(steps: StepsSource | undefined, { page: { out } }: FileContext): Pick<EmbeddedDemo, 'steps'> {
  if (steps?.file !== undefined && !out.dependencies.includes(steps.file)) out.dependencies.push(steps.file);
  return steps ? { steps } : {};
}

interface WrittenProps {
  name: string;
  code: string;
  props: unknown;
  keys: { name: string; at: Point | Location | undefined }[];
}

function propsOf({ name, code, props, keys }: WrittenProps, context: FileContext): Pick<EmbeddedDemo, 'takesProps'> {
  if (!Array.isArray(props)) return mayTakeProps(code) ? { takesProps: { name } } : {};
  const at = keys.findLast((key) => key.name === 'props')?.at;
  const listedAt = at && ('file' in at ? at : locationAt(context.file, at, 'props'.length));
  return { takesProps: { name, listed: props.map(String), ...(listedAt && { listedAt }) } };
}

/** A production build omits debug demos and everything that belongs to them. */
export function placeDemo(given: EmbeddedDemo, context: FileContext): HastContent[] {
  const { includeDebug, out, page } = context.page;
  const { takesProps, ...others } = given;
  const demo: EmbeddedDemo = {
    ...(page.frontmatter.demo?.ts2js && { ts2js: true }),
    ...others,
    // A demo without a card has no room for controls, and a demo in a frame would not receive their values.
    ...(!given.inline && !given.iframe && takesProps && { takesProps }),
  };
  if (demo.debug && !includeDebug) return [];
  if (demo.skip && !demo.only && includeDebug) return [];
  for (const name of ['skip', 'only']) {
    if (!demo[name] || includeDebug) continue;
    report(context, 'dev-only-demo-option', { option: name, demo: demo.id }, { at: demo.location });
  }
  const unknown = demo.disabledActions?.filter((action) => !DEMO_ACTIONS.includes(action)) ?? [];
  if (unknown.length > 0) {
    const data = { demo: demo.id, actions: unknown, known: DEMO_ACTIONS };
    report(context, 'unknown-demo-action', data, { at: demo.location });
  }
  const namesake = demo.takesProps && out.demos.find((other) => other.takesProps?.name === demo.takesProps?.name);
  // Without a tag, it is not known yet whether the demo gets controls.
  if (namesake?.takesProps && (demo.takesProps?.tag || namesake.takesProps.tag)) {
    report(context, 'duplicate-playground-name', { name: namesake.takesProps.name }, { at: demo.location });
    return [];
  }
  out.demos.push(demo);
  const { line, column } = demo.location;
  return [{ type: 'demo', id: demo.id, position: { start: { line, column }, end: { line, column } } }];
}

/** Reports a fence that imports a missing file, or that does not parse. */
function isRunnable(node: CodeBlock, context: FileContext): boolean {
  for (const [, specifier = ''] of node.value.matchAll(/^\s*(?:import|export)\b[^'"]*['"](\.{1,2}\/[^'"]+)['"]/gm)) {
    const file = resolve(dirname(context.page.page.filePath), specifier.replace(/\?.*$/, ''));
    const ends = ['', ...EXTENSIONS, ...EXTENSIONS.map((extension) => `/index${extension}`)];
    const found = ends.map((end) => file + end).find((candidate) => existsSync(candidate));
    if (found !== undefined) {
      context.page.out.dependencies.push(found);
      continue;
    }
    report(context, 'code-block-import-missing', { specifier }, { at: node.position?.start });
    return false;
  }
  if (parses(node.value, context)) return true;
  const elision = node.value.search(ELISION);
  const at = elision === -1 ? node.position?.start : pointInFence(node, elision, context);
  report(context, 'code-block-not-parsed', {}, { at });
  return false;
}

/** A line that stands for omitted code. */
const ELISION = /(?<=^[ \t]*)(?:\.{3}|…)(?=[ \t]*$)/m;

/** The parser's locations are not exact enough to be reported. */
function parses(code: string, { page }: FileContext): boolean {
  try {
    page.toJavaScript?.(code);
    return true;
  } catch {
    // The parser throws only syntax errors.
    return false;
  }
}

/** The fence may be in a list or a quote. */
function pointInFence({ value, position }: CodeBlock, offset: number, { file }: FileContext): Point | undefined {
  if (!position) return undefined;
  const before = value.slice(0, offset).split('\n');
  const row = before.length - 1;
  const line = position.start.line + 1 + row;
  const indent = (file.lines[line - 1] ?? '').indexOf(value.split('\n')[row] ?? '');
  return { line, column: Math.max(indent, 0) + (before[row] ?? '').length + 1 };
}

export function obeyOnly(tree: HastRoot, context: PageContext): void {
  const { out, includeDebug } = context;
  if (!includeDebug || !out.demos.some((demo) => demo.only)) return;
  out.demos = out.demos.filter((demo) => demo.only);
  const remaining = new Set(out.demos.map((demo) => demo.id));
  walk<HastContent>(tree, (node) => {
    if (node.type === 'demo') return remaining.has(node.id) ? undefined : [];
    if (node.type !== 'component' || node.name !== 'DemoGrid') return undefined;
    node.children = node.children.filter((child) => child.type === 'demo' && remaining.has(child.id));
    return node.children.length < 2 ? node.children : false;
  });
}
