/** Adapter of the `.mdx` parser: no other module imports MDX or remark. It loads slowly, so import it dynamically. */
import path from 'node:path';
import { compileSync } from '@mdx-js/mdx';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import { type Mapping, SourceMapGenerator } from 'source-map';
import { createTypeScriptProjects, TsconfigError } from '../project/tsconfig.ts';
import { findForeign } from './check/foreign-text.ts';
import { type FileContext, report } from './context.ts';
import { transformDocument } from './document-transforms.ts';
import { transformFile } from './file-transforms.ts';
import { liftDocument } from './lift/lift-document.ts';
import { liftJsx } from './lift/lift-jsx.ts';
import { footnoteOptions, handlers } from './lift/to-hast.ts';
import type { HastRoot, MdastRoot } from './nodes.ts';
import { extractStatics, isInteractive } from './print/extract-statics.ts';
import { printContent } from './print/to-parts.ts';

/**
 * Compiles an `.mdx` page into `context.page.out`. A page without JavaScript becomes static HTML; any other page becomes a
 * module, with its static pieces in `statics`. Syntax errors are reported, not thrown.
 */
export function compileMdxPage(context: FileContext): void {
  const { out } = context.page;
  let interactive = false;
  const mdast = () => (tree: MdastRoot) => liftDocument(tree, context, liftJsx);
  const hast = () => (tree: HastRoot) => {
    transformFile(tree, context);
    transformDocument(tree, context);
    interactive = isInteractive(tree);
    if (interactive) Object.assign(out.statics, extractStatics(tree));
    else {
      printContent(tree, out);
      tree.children = [];
    }
  };
  try {
    const file = compileSync(
      { value: context.file.text, path: context.file.path },
      {
        SourceMapGenerator: LineMapGenerator,
        remarkPlugins: [remarkGfm, remarkDirective, containersOnly, mdast],
        remarkRehypeOptions: { handlers, ...footnoteOptions(context) },
        rehypePlugins: [hast],
        jsxImportSource: jsxImportSource(context),
      },
    );
    if (interactive) out.module = withMap(String(file), { ...file.map, sourcesContent: [context.file.text] });
  } catch (error) {
    if (!isMessage(error)) throw error;
    reportSyntax(error, context);
  }
}

/**
 * Adds a mapping for column 0 of each line. The printer maps only names and literals, so a line that starts with a keyword
 * such as `throw` would belong to the previous line.
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

type Construct = { concrete?: boolean };

/** Disables text and leaf directives: `10:30` is text. Containers are the constructs marked as `concrete`. */
function containersOnly(this: unknown): undefined {
  const data = (this as { data(): { micromarkExtensions?: unknown[] } }).data();
  data.micromarkExtensions = data.micromarkExtensions?.map((extension) => {
    const colon = ':'.charCodeAt(0);
    const flow = (extension as { flow?: Record<number, Construct | Construct[]> }).flow?.[colon];
    if (!flow) return extension;
    return { flow: { [colon]: [flow].flat().filter((construct) => construct.concrete) } };
  });
}

/** A syntax error of MDX: a VFileMessage. */
interface Message {
  reason: string;
  line?: number;
  column?: number;
  cause?: { message?: string };
}

function isMessage(error: unknown): error is Message {
  return error instanceof Error && 'reason' in error && typeof error.reason === 'string';
}

function reportSyntax({ reason, line, column, cause }: Message, context: FileContext): void {
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

/** Returns the position of the brace that is open at a position. The parser reports only the end of the text. */
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
