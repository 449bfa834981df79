import path from 'node:path';
import type { Element } from 'hast';
import { VFile } from 'vfile';
import { createDiagnostic, type DataOf } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { messageOf } from '../../base/errors.ts';
import type { ResolvedConfig } from '../../project/config/types.ts';
import { clockLimitOf, TimeoutError, withinClock, withinTime } from '../../project/within-time.ts';
import type { FileContext } from '../context.ts';
import { markdownToPage } from '../file-transforms.ts';
import { reportLimits } from '../limits.ts';
import { type CodeBlock, type HastContent, type HastRoot, type MdastRoot, walk } from '../nodes.ts';
import { printContent } from '../print/to-parts.ts';
import { locationAt, type SourceFile } from '../source-file.ts';
import { compileHome } from '../transform/compile-home.ts';
import { type AttachedPlugins, PluginError } from './attach-plugins.ts';
import { checkAddedHast, checkAddedMdast } from './check-added.ts';
import { runSteps } from './run-steps.ts';
import { createSitePlugins } from './site-plugins.ts';
import { findAdded, type KnownNodes } from './watch-nodes.ts';

type VFileMessage = VFile['messages'][number];
type Mdx = typeof import('../mdx.ts');

/** `create` is called again if a part of the compilation is repeated. */
type CompileWithPlugins = (create: () => FileContext) => Promise<FileContext>;

export function createPluginCompiler(
  markdown: NonNullable<ResolvedConfig['markdown']>,
  mdx: Mdx | undefined,
): CompileWithPlugins {
  const plugins = createSitePlugins(markdown, mdx);
  return async (create) => {
    let context = create();
    const isMdx = context.page.page.format === 'mdx';
    const found = { diagnostics: [] as Diagnostic[], dependencies: new Set<string>() };
    const trees = new Map<string, MdastRoot>();
    let file = createVFile(context);

    /** The page's VFile is also passed to its rehype plugins. */
    const prepare = async (source: SourceFile, format: 'md' | 'mdx'): Promise<void> => {
      const scratch: FileContext = { ...create(), file: source };
      const ownFile = createVFile(scratch);
      if (source.filePath === context.file.filePath) file = ownFile;
      const tree = await runRemark(scratch, plugins[format], { file: ownFile, found });
      found.diagnostics.push(...scratch.page.out.diagnostics);
      trees.set(keyOf(source), tree);
    };

    await prepare(context.file, isMdx ? 'mdx' : 'md');
    let tree: HastRoot = { type: 'root', children: [] };
    for (let missing: SourceFile[] = []; ; missing = []) {
      // Embedded files become known while the page is compiled. If plugins have not run on them, the page is compiled again.
      const parse = (source: SourceFile): MdastRoot => {
        const known = trees.get(keyOf(source));
        if (!known) missing.push(source);
        return known ? copyOf(known) : { type: 'root', children: [] };
      };
      const transform = (): void => {
        missing = [];
        context = create();
        context.page.parse = parse;
        tree = isMdx ? (mdx as Mdx).mdxToHast(context) : markdownToPage(context);
        compileHome(context);
      };
      const { pageTimeout } = context.page.site.config;
      reportLimits(
        () => context,
        () => withinTime(pageTimeout, transform),
      );
      if (missing.length === 0) break;
      for (const source of missing) await prepare(source, 'md');
    }
    tree = await runRehype(tree, context, plugins.html, { file, found });
    print(tree, context, plugins.html, isMdx ? mdx : undefined);
    const { out } = context.page;
    out.diagnostics.push(...found.diagnostics);
    out.dependencies.push(...found.dependencies);
    return context;
  };
}

interface Found {
  diagnostics: Diagnostic[];
  /** Absolute paths of the files that plugins read. */
  dependencies: Set<string>;
}

/** Runs remark plugins. On failure, the result is empty, or the tree without plugins. */
async function runRemark(
  context: FileContext,
  load: () => AttachedPlugins,
  { file, found }: { file: VFile; found: Found },
): Promise<MdastRoot> {
  const attached = attach(load);
  let tree: MdastRoot = { type: 'root', children: [] };
  if (!attached) return tree;
  const { pageTimeout } = context.page.site.config;
  try {
    reportLimits(
      () => context,
      () => {
        tree = withinTime(pageTimeout, () => attached.parse(context.file.text));
      },
    );
  } catch (error) {
    // Only MDX has syntax errors.
    const { isMessage, reportSyntax } = await import('../mdx.ts');
    if (!isMessage(error)) throw error;
    reportSyntax(error, context);
    return tree;
  }
  const known: KnownNodes = new Map();
  findAdded(tree, known);
  return await run(attached, tree, context, {
    ...{ file, found },
    check: (plugin, current) => checkAddedMdast(current, known, plugin, context),
    instead: () => attached.parse(context.file.text),
  });
}

async function runRehype(
  tree: HastRoot,
  context: FileContext,
  load: () => AttachedPlugins,
  { file, found }: { file: VFile; found: Found },
): Promise<HastRoot> {
  const attached = attach(load);
  if (!attached || attached.steps.length === 0) return tree;
  const restore = showPlainCode(tree);
  const known: KnownNodes = new Map();
  findAdded(tree, known);
  const changed = await run(attached, tree, context, {
    ...{ file, found },
    check: (plugin, current) => checkAddedHast(current, known, plugin, context),
    instead: () => ({ type: 'root', children: [] }),
  });
  restore(changed);
  return changed;
}

/** Returns the plugins, or undefined if they cannot be called with their options, which is reported once for the site. */
function attach(load: () => AttachedPlugins): AttachedPlugins | undefined {
  try {
    return load();
  } catch (error) {
    if (error instanceof PluginError) return undefined;
    throw error;
  }
}

/** Runs plugins on a tree. If one of them fails, returns the tree `instead`. */
async function run<Tree extends MdastRoot | HastRoot>(
  { steps }: AttachedPlugins,
  tree: Tree,
  context: FileContext,
  {
    file,
    found,
    check,
    instead,
  }: { file: VFile; found: Found; check: (plugin: string, tree: Tree) => void; instead: () => Tree },
): Promise<Tree> {
  const { pageTimeout } = context.page.site.config;
  let reported = file.messages.length;
  const noteMessages = (plugin: string): void => {
    for (const message of file.messages.slice(reported))
      found.diagnostics.push(describeMessage(message, plugin, context.file));
    reported = file.messages.length;
  };
  const onStep = (plugin: string, current: Tree): void => {
    check(plugin, current);
    noteMessages(plugin);
  };
  try {
    return await runSteps(steps, tree, file, { milliseconds: clockLimitOf(pageTimeout), onStep });
  } catch (error) {
    const { plugin, cause } = error as PluginError;
    // `file.fail()` adds the message that it throws.
    const isNoted = file.messages.slice(reported).includes(cause as VFileMessage);
    noteMessages(plugin);
    if (!isNoted) found.diagnostics.push(describeFailure(plugin, cause, context));
    return instead();
  } finally {
    noteDependencies(file, found);
  }
}

function createVFile({ file, page }: FileContext): VFile {
  const { frontmatter } = page.page;
  // A copy, because plugins may change it.
  const data = { frontmatter: structuredClone(frontmatter) };
  return new VFile({ value: file.text, path: file.filePath, cwd: page.site.root, data });
}

function noteDependencies({ data, dirname = '' }: VFile, { dependencies }: Found): void {
  const listed: unknown = data.dependencies;
  if (!Array.isArray(listed) && !(listed instanceof Set)) return;
  for (const name of listed) if (typeof name === 'string') dependencies.add(path.resolve(dirname, name));
}

function describeMessage(message: VFileMessage, plugin: string, source: SourceFile): Diagnostic {
  const { reason, note, fatal, line, column, place } = message;
  const end = place && 'end' in place && place.end.line === line ? place.end.column : undefined;
  const length = end !== undefined && column !== undefined ? Math.max(end - column, 1) : 1;
  const severity = fatal ? 'error' : fatal === undefined ? 'info' : 'warning';
  const data = { plugin, reason: String(reason).replace(/\.$/, ''), note: typeof note === 'string' ? note : undefined };
  const location = locationAt(source, { line: line ?? 1, column: column ?? 1 }, length);
  return createDiagnostic('markdown-plugin-message', data, { severity, location });
}

function describeFailure(plugin: string, cause: unknown, { file, page }: FileContext): Diagnostic {
  const data: DataOf<'markdown-plugin-failed'> =
    cause instanceof TimeoutError
      ? { case: 'late', plugin, seconds: clockLimitOf(page.site.config.pageTimeout) / 1000 }
      : { case: 'threw', plugin, reason: messageOf(cause).replace(/\.$/, '') };
  return createDiagnostic('markdown-plugin-failed', data, { location: locationAt(file, undefined) });
}

function print(tree: HastRoot, context: FileContext, load: () => AttachedPlugins, mdx: Mdx | undefined): void {
  const { file, page } = context;
  try {
    withinClock(clockLimitOf(page.site.config.pageTimeout), () =>
      mdx ? mdx.printMdxPage(tree, context) : printContent(tree, page.out),
    );
  } catch (error) {
    const plugins = attach(load)?.steps.map(({ plugin }) => plugin) ?? [];
    if (plugins.length === 0) throw error;
    const data = { case: 'unprintable', plugins, reason: messageOf(error) } as const;
    page.out.diagnostics.push(
      createDiagnostic('markdown-plugin-failed', data, { location: locationAt(file, undefined) }),
    );
  }
}

/** A file, or the part of it that a page embeds. */
function keyOf({ filePath, text }: SourceFile): string {
  return `${filePath}\0${text}`;
}

/** Returns a copy of a tree, because the transforms change it. Plugins may add values that cannot be copied. */
function copyOf(tree: MdastRoot): MdastRoot {
  try {
    return structuredClone(tree);
  } catch {
    // The tree cannot be copied, so it can be used only once. Only pages with embedded files use a tree twice.
    return tree;
  }
}

/**
 * Plugins can read and change standard elements. The result restores the HTML of the blocks that no plugin has changed.
 */
function showPlainCode(tree: HastRoot): (tree: HastRoot) => void {
  const blocks = new Map<HastContent, { raw: HastContent; text: string }>();
  walk<HastContent>(tree, (node) => {
    const block = node.type === 'raw' ? node.data?.block : undefined;
    if (!block) return undefined;
    const pre = toElement(block);
    blocks.set(pre, { raw: node, text: JSON.stringify(pre) });
    return [pre];
  });
  return (changed) => {
    walk<HastContent>(changed, (node) => {
      const block = blocks.get(node);
      return block && JSON.stringify(node) === block.text ? [block.raw] : undefined;
    });
  };
}

function toElement({ lang, meta, value, position }: CodeBlock): Element {
  const [language] = lang.match(/^[^ \t|]+/) ?? [];
  const code: Element = {
    type: 'element',
    tagName: 'code',
    properties: language ? { className: [`language-${language}`] } : {},
    children: [{ type: 'text', value: value ? `${value}\n` : '' }],
    ...(meta && { data: { meta } }),
  };
  return {
    type: 'element',
    tagName: 'pre',
    properties: {},
    children: [code],
    position: position as Element['position'],
  };
}
