/** Loads slowly, so import it dynamically. */
import path from 'node:path';
import { type CompileOptions, compileSync, createProcessor, nodeTypes } from '@mdx-js/mdx';
import { type Options as AcornOptions, Parser } from 'acorn';
import acornJsx from 'acorn-jsx';
import { toHast } from 'mdast-util-to-hast';
import remarkMdx from 'remark-mdx';
import { type Mapping, SourceMapGenerator } from 'source-map';
import type { MarkdownPluggable } from '../project/config/types.ts';
import { createTypeScriptProjects, TsconfigError } from '../project/tsconfig.ts';
import { findForeign } from './check/foreign-text.ts';
import { type FileContext, report } from './context.ts';
import { transformDocument } from './document-transforms.ts';
import { transformFile } from './file-transforms.ts';
import { liftDocument } from './lift/lift-document.ts';
import { liftJsx } from './lift/lift-jsx.ts';
import { footnoteOptions, handlers, parseHtml } from './lift/to-hast.ts';
import { type HastContent, type HastRoot, type MdastRoot, walk } from './nodes.ts';
import { fillPageParams } from './parse/page-params.ts';
import { extractStatics, isInteractive } from './print/extract-statics.ts';
import { printContent } from './print/to-parts.ts';
import { syntaxPlugins } from './syntax.ts';

/**
 * Compiles a page without JavaScript to static HTML, and any other page to a module with its static pieces in `statics`. Syntax
 * errors are reported, not thrown.
 */
export function compileMdxPage(context: FileContext): void {
  const mdast = () => (tree: MdastRoot) => {
    fillPageParams(tree, context);
    liftDocument(tree, context, liftJsx);
  };
  const hast = () => (tree: HastRoot) => {
    transformFile(tree, context);
    transformDocument(tree, context);
    extractContent(tree, context);
  };
  compileModule(context, {
    remarkPlugins: [...(context.page.page.entry ? [withParams] : []), ...syntaxPlugins(), mdast],
    remarkRehypeOptions: { handlers, ...footnoteOptions(context) },
    rehypePlugins: [hast],
  });
}

/** Prints the content of a page without JavaScript, and removes it from the tree. Otherwise extracts the static pieces. */
function extractContent(tree: HastRoot, { page: { out } }: FileContext): void {
  if (isInteractive(tree)) {
    Object.assign(out.statics, extractStatics(tree));
  } else {
    printContent(tree, out);
    tree.children = [];
  }
}

function compileModule(
  context: FileContext,
  plugins: Omit<CompileOptions, 'SourceMapGenerator' | 'jsxImportSource'>,
): void {
  const { file, page } = context;
  let isEmpty = false;
  const check = () => (tree: HastRoot) => {
    isEmpty = tree.children.length === 0;
  };
  try {
    const compiled = compileSync(
      { value: file.text, path: file.path },
      {
        ...plugins,
        SourceMapGenerator: LineMapGenerator,
        rehypePlugins: [...(plugins.rehypePlugins ?? []), check],
        jsxImportSource: jsxImportSource(context),
      },
    );
    if (!isEmpty) page.out.module = withMap(String(compiled), { ...compiled.map, sourcesContent: [file.text] });
  } catch (error) {
    if (!isMessage(error)) throw error;
    reportSyntax(error, context);
  }
}

/** Runs the MDX pipeline up to and including the plugins; `names` are the plugins' names. */
export function createMdxParser(plugins: MarkdownPluggable[], names: string[]): (text: string) => MdastRoot {
  const end = new Error('the tree is complete');
  let parsed: MdastRoot | undefined;
  const stop = () => (tree: MdastRoot) => {
    parsed = tree;
    throw end;
  };
  const remarkPlugins = [withParams, ...syntaxPlugins(names), ...plugins, stop] as CompileOptions['remarkPlugins'];
  const processor = createProcessor({ remarkPlugins }).freeze();
  return (text) => {
    try {
      processor.runSync(processor.parse(text) as never);
    } catch (error) {
      if (error !== end) throw error;
    }
    return parsed as MdastRoot;
  };
}

export function mdxToHast(context: FileContext): HastRoot {
  const tree = context.page.parse(context.file);
  fillPageParams(tree, context);
  liftDocument(tree, context, liftJsx);
  const options = { allowDangerousHtml: true, passThrough: [...nodeTypes], handlers, ...footnoteOptions(context) };
  const hast = toHast(tree, options) as HastRoot;
  parseRaw(hast);
  transformFile(hast, context);
  transformDocument(hast, context);
  return hast;
}

export function printMdxPage(tree: HastRoot, context: FileContext): void {
  extractContent(tree, context);
  if (tree.children.length === 0) return;
  compileModule(context, {
    remarkPlugins: [
      function (this: unknown) {
        (this as { parser: () => MdastRoot }).parser = () => ({ type: 'root', children: [] });
      },
    ],
    rehypePlugins: [() => () => tree],
  });
}

const JsxParser = Parser.extend(acornJsx());

/** Parses `{ params.name }`, which is the expression in `{{ params.name }}`, as `params.name`. */
const acorn: Pick<typeof Parser, 'parse' | 'parseExpressionAt'> = {
  parse: (text, options) => JsxParser.parse(text, options),
  parseExpressionAt(text: string, position: number, options: AcornOptions) {
    // MDX parses the text up to each brace. An error at the end makes it continue to the next brace.
    if (/^\s*\{\s*params\.[\w$-]+\s*$/.test(text))
      return JsxParser.parseExpressionAt('{'.padEnd(text.length), 0, options);
    const whole = text.replace(/^(\s*)\{(\s*params\.[\w$-]+\s*)\}(\s*)$/, '$1 $2 $3');
    const parsed = JsxParser.parseExpressionAt(whole, position, options);
    return whole === text ? parsed : Object.assign(parsed, { end: text.length });
  },
};

const withParams: [typeof remarkMdx, object] = [remarkMdx, { acorn }];

/** Parses raw HTML, which only plugins add to `.mdx` pages. */
function parseRaw(tree: HastRoot): void {
  walk<HastContent>(tree, (node) => (node.type === 'raw' ? parseHtml(node.value).children : undefined));
}

/**
 * The printer maps only names and literals, so a line that starts with a keyword such as `throw` would belong to the
 * previous line.
 */
class LineMapGenerator extends SourceMapGenerator {
  private last = 0;

  override addMapping(mapping: Mapping): void {
    const { line } = mapping.generated;
    if (line !== this.last) super.addMapping({ ...mapping, generated: { line, column: 0 } });
    this.last = line;
    super.addMapping(mapping);
  }
}

/** Appends the source map to a module, so that errors thrown by the page have a source location. */
function withMap(code: string, map: object): string {
  const data = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${data}\n`;
}

/** Returns the configured `jsxImportSource`; the default is React. The bundler reports an invalid configuration. */
function jsxImportSource({ page: { site, page, out } }: FileContext): string | undefined {
  const projects = createTypeScriptProjects(site);
  const folder = path.dirname(page.filePath);
  out.dependencies.push(...projects.watchedOf([folder]));
  try {
    return projects.settingsOf(folder)?.jsxImportSource;
  } catch (error) {
    if (error instanceof TsconfigError) return undefined;
    throw error;
  }
}

export interface Message {
  reason: string;
  line?: number;
  column?: number;
  cause?: { message?: string };
}

export function isMessage(error: unknown): error is Message {
  return error instanceof Error && 'reason' in error && typeof error.reason === 'string';
}

export function reportSyntax({ reason, line, column, cause }: Message, context: FileContext): void {
  // An unclosed tag is reported at its opening tag. The parser includes that location only in the message.
  const opening = /^Expected a closing tag for `(.*?)` \((\d+):(\d+)-/.exec(reason);
  const reported = { line: line ?? 1, column: column ?? 1 };
  const brace = reason.startsWith('Unexpected end of file in expression') ? openBrace(context, reported) : undefined;
  const at = opening ? { line: Number(opening[2]), column: Number(opening[3]) } : (brace ?? reported);
  const foreign = findForeign(context.file.lines[at.line - 1]?.trim() ?? '');
  const detail = cause?.message ? `: ${cause.message}` : '';
  const shown = brace
    ? 'This brace begins an expression, and is never closed'
    : reason.replace(/ \((\d+:\d+)-\d+:\d+\)/g, ' ($1)') + detail;
  const length = opening ? (opening[1] ?? '').length : 1;
  report(context, 'invalid-mdx', { reason: shown, foreign }, { at, length });
}

/** Returns the position of the last unclosed brace before `end`. The parser reports only the end of the text. */
function openBrace({ file: { lines } }: FileContext, end: Position): Position | undefined {
  let closed = 0;
  for (let line = end.line; line > 0; line--) {
    const text = lines[line - 1] ?? '';
    for (let column = line === end.line ? end.column - 1 : text.length; column > 0; column--) {
      const sign = text[column - 1];
      if (sign === '}') closed++;
      if (sign === '{' && closed-- === 0) return { line, column };
    }
  }
  return undefined;
}

interface Position {
  line: number;
  column: number;
}
