/** Converts VitePress Markdown: https://vitepress.dev/guide/markdown */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { escapeRegExp } from '../../../../shared/escape-reg-exp.ts';
import { headingText } from '../../../markdown/compile-site.ts';
import { asCode, convertDiagram, createMathConverter, outsideCode } from './convert-text.ts';
import type { PageText, TextRules } from './moved-site.ts';

const BADGES: Record<string, string> = { tip: 'success', danger: 'error' };

export function createVitepressRules(srcDir: string, hasMath: boolean): TextRules {
  return {
    headingId: anchorOf,
    of(page) {
      // The current `<script>` or `<style>` block of Vue, which is omitted.
      let block: string | undefined;
      // True in a GitHub alert, which becomes a container.
      let alert = false;
      const convertMath = hasMath ? createMathConverter() : undefined;
      return {
        line(line) {
          if (block !== undefined) {
            if (line.startsWith(`</${block}>`)) block = undefined;
            return [];
          }
          const [, tag] = /^<(script|style)\b/.exec(line) ?? [];
          if (tag !== undefined) {
            page.remark(`\`<${tag}>\` of Vue is left out.`);
            if (!line.includes(`</${tag}>`)) block = tag;
            return [];
          }
          if (/^\s*\[\[toc\]\]\s*$/i.test(line)) return [];
          if (alert && /^\s*>/.test(line)) return [line.replace(/^(\s*)> ?/, '$1')];
          const end = alert ? [':::', ''] : [];
          const [, kind] = /^\s*> ?\[!(\w+)\]\s*$/.exec(line) ?? [];
          alert = kind !== undefined;
          if (kind !== undefined) return [...end, `:::${kind.toLowerCase()}`];
          const included = /^\s*<!--\s*@include:\s*(\S+?)(#[\w-]+)?(?:\{([\d,]*)\})?\s*-->\s*$/.exec(line);
          if (included) return [...end, ...readInclude(included, { page, srcDir })];
          const snippet = /^(\s*)<<<\s*(\S.*?)\s*$/.exec(line);
          if (snippet) return [...end, ...readSnippet(snippet[2] ?? '', { page, srcDir, indent: snippet[1] ?? '' })];
          return [...end, outsideCode(convertMath?.(line) ?? line, (text) => convertInline(text, page))];
        },
        fence: (info, code) => ({ info: asCode(convertInfo(info), code), code: convertDiagram(info, code) }),
      };
    },
  };
}

function convertInline(text: string, { remark }: PageText): string {
  if (/\{\{.*?\}\}/.test(text)) remark('`{{ }}` of Vue is text here. Write the value, or use an `.mdx` page.');
  if (/<[\w-]+[^>]*\s(?:v-\w+|[:@][\w.-]+)=/.test(text)) remark('Attributes of Vue have no meaning here.');
  if (/(?:^|\s):[a-z][\w+-]*:(?=\s|$)/.test(text)) remark('Names of emoji are text here. Write the emoji.');
  return text
    .replace(/^(\s*:{3,}\s*details\b.*?)\s*\{[^}]*\}\s*$/, '$1')
    .replace(/<Badge\b([^>]*?)\/?>(?:\s*<\/Badge>)?/g, (tag, attributes: string) => {
      const [, label] = /\btext="([^"]*)"/.exec(attributes) ?? [];
      const [, type = 'tip'] = /\btype="([^"]*)"/.exec(attributes) ?? [];
      return label === undefined ? tag : `<Badge type="${BADGES[type] ?? type}">${label}</Badge>`;
    });
}

/** Converts an info string: `js:line-numbers {1}` becomes `js lineNumbers {1}`. */
function convertInfo(info: string): string {
  return info
    .replace(/:line-numbers(=\d+)?/, ' lineNumbers$1')
    .replace(/:no-line-numbers/, ' lineNumbers=false')
    .replace(/^(\s*\w+)-vue\b/, '$1');
}

interface Including {
  page: PageText;
  srcDir: string;
}

/** Returns the lines of a file, or of a region in it. Undefined if the file or region does not exist. */
function readRegion(file: string, region: string | undefined, { page, srcDir }: Including): string[] | undefined {
  const source = file.startsWith('@')
    ? path.join(srcDir, file.slice(1))
    : path.resolve(path.dirname(page.page.source ?? ''), file);
  if (!existsSync(source)) {
    page.remark(`The file \`${file}\` does not exist.`);
    return undefined;
  }
  const lines = readFileSync(source, 'utf8').trimEnd().split(/\r?\n/);
  if (region === undefined) return lines;
  const mark = new RegExp(`#?(?:end)?region\\s+${escapeRegExp(region)}\\b`);
  const [start = -1, end = lines.length] = lines.flatMap((line, index) => (mark.test(line) ? [index] : []));
  return lines.slice(start + 1, end);
}

/** Converts an include. A whole file is embedded; a part of a file is copied. */
function readInclude([, file = '', region, range]: string[], including: Including): string[] {
  if (region === undefined && range === undefined) return [`<embed src="${file.replace(/^@\//, '/')}"></embed>`];
  const lines = readRegion(file, region?.slice(1), including) ?? [];
  const [from = '', to = range?.includes(',') ? '' : from] = (range ?? '').split(',');
  return lines.slice(Number(from || 1) - 1, to === '' ? undefined : Number(to));
}

/** Converts a snippet: `<<< @/snippets/a.ts#region{2} [title]` becomes a code block. */
function readSnippet(written: string, { indent, ...including }: Including & { indent: string }): string[] {
  const [, file = '', region, info = '', title] =
    /^([^\s{[#]+)(?:#([\w-]+))?\s*(?:\{([^}]*)\})?\s*(?:\[([^\]]*)\])?/.exec(written) ?? [];
  const lines = readRegion(file, region, including);
  if (!lines) return [];
  const [, highlighted, lang = path.extname(file).slice(1)] = /^([\d,-]*)\s*(\S+)?/.exec(info) ?? [];
  const marks = highlighted ? ` {${highlighted}}` : '';
  const fence = `${indent}\`\`\``;
  const opening = convertInfo(`${lang}${marks} [${title ?? path.basename(file)}]`);
  return [fence + asCode(opening, lines), ...lines.map((line) => indent + line), fence];
}

/** Returns the anchor that a heading has in VitePress. */
function anchorOf(text: string): string {
  // A number at the start of a heading is not a list marker.
  return headingText(text.replace(/^(\d+)(?=[.)])/, '$1\\'))
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .replace(/^(?=\d)/, '_')
    .toLowerCase();
}
