import { runInNewContext } from 'node:vm';
import type { DataOf, DiagnosticName } from '../../base/diagnostics/create-diagnostic.ts';
import { relativePath } from '../../base/files/paths.ts';
import { type FileContext, report } from '../context.ts';
import type { HastComponent, HastContent } from '../nodes.ts';
import { createSourceFile, frontmatterEnd, locationAt, readText } from '../source-file.ts';
import { type FileReference, findFile, resolveSpecifier } from './find-file.ts';

/** Maximum length of a regular expression in an `<embed>`, in characters. */
const LONGEST_PATTERN = 200;
/** Time limit of a regular expression, in milliseconds. */
const PATTERN_BUDGET = 1000;

/** The front matter is left out. `toHast` compiles the file; its links, images and demos are relative to it. */
export function embedFile(
  node: HastComponent,
  context: FileContext,
  toHast: (context: FileContext) => HastContent[],
): HastContent[] {
  const { out, site, counts } = context.page;
  const src = typeof node.props.src === 'string' ? node.props.src : '';
  const at = node.valuePoints?.src ?? node.position?.start;
  const [, path = '', fragment] = /^([^#]*)(?:#(.*))?$/s.exec(src) ?? [];
  const fail = <Name extends DiagnosticName>(name: Name, data: DataOf<Name>): HastContent[] => {
    report(context, name, data, { at, length: src.length || 1 });
    return [];
  };
  if (!/\.(md|markdown)$/i.test(path)) return fail('embed-not-markdown', { src });
  const reference: FileReference = { what: 'Embedded file', missing: 'missing-embedded-file', specifier: path, node };
  const found = findFile(resolveSpecifier(path, context.file.filePath, site), reference, context);
  if (!found) return [];
  if (context.chain.includes(found)) return fail('embeds-itself', { src });
  if (!out.dependencies.includes(found)) out.dependencies.push(found);
  const source = readText(found);
  const range = selectRange(source, fragment);
  if (!Array.isArray(range)) return fail('missing-embedded-range', range);
  const file = createSourceFile({ filePath: found, path: relativePath(site.root, found), source, keep: range });
  counts.embeds++;
  out.embeds ??= [];
  out.embeds.push({
    location: locationAt(context.file, node.position?.start),
    file: file.path,
    line: source.slice(0, range[0]).split('\n').length,
    text: source.slice(...range),
  });
  return toHast({ page: context.page, file, chain: [...context.chain, found] });
}

type Range = [number, number];
type MissingRange = DataOf<'missing-embedded-range'>;

/** Returns the offsets of the part that a fragment selects, without front matter, or the error. */
function selectRange(source: string, fragment: string | undefined): Range | MissingRange {
  const start = frontmatterEnd(source);
  if (!fragment) return [start, source.length];
  const lines = /^L(\d+)(-(?:L(\d+))?)?$/.exec(fragment);
  if (lines) return selectLines(source, start, Number(lines[1]), Number(lines[3] ?? (lines[2] ? Infinity : lines[1])));
  const pattern = /^RE-\/(.+)\/([a-z]*)$/s.exec(fragment);
  if (!pattern) return { case: 'no-part', fragment };
  return selectMatch(source, start, pattern[1] ?? '', pattern[2] ?? '');
}

function selectLines(source: string, start: number, first: number, last: number): Range | MissingRange {
  const lines = source.split('\n');
  if (first < 1 || first > last || first > lines.length) return { case: 'no-lines', first, last };
  const from = lines.slice(0, first - 1).reduce((offset, line) => offset + line.length + 1, 0);
  return [Math.max(start, from), Math.max(start, from + lines.slice(first - 1, last).join('\n').length)];
}

/** Runs the pattern in a separate context with a timeout, so that a slow pattern cannot block the build. */
function selectMatch(source: string, start: number, pattern: string, flags: string): Range | MissingRange {
  if (pattern.length > LONGEST_PATTERN) return { case: 'long-pattern', most: LONGEST_PATTERN };
  const scope = { pattern, flags: flags.replace(/[gy]/g, ''), text: source.slice(start) };
  try {
    const script = '(() => { const m = new RegExp(pattern, flags).exec(text); return m && [m.index, m[0].length]; })()';
    const found = runInNewContext(script, scope, { timeout: PATTERN_BUDGET }) as [number, number] | null;
    if (!found) return { case: 'no-match', pattern: `/${pattern}/${flags}` };
    return [start + found[0], start + found[0] + found[1]];
  } catch (error) {
    // Errors from the other context are not `instanceof Error`.
    return { case: 'failed', reason: (error as { message?: string }).message };
  }
}
