/** Converts a Storybook MDX page: its blocks become demos, playgrounds and API tables. */
import fs from 'node:fs';
import path from 'node:path';
import type * as ES from 'estree';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { relativePath } from '../../base/files/paths.ts';
import { scriptCandidates } from '../../base/files/script-candidates.ts';
import { decodePage } from '../../content/read-page.ts';
import type { DescribedStories, StoryDocs } from '../../content/story-pages.ts';
import type { Site } from '../../project/config/types.ts';
import { createMdxParser } from '../mdx.ts';
import { type MdastContent, walk } from '../nodes.ts';
import { describeStories } from './describe-stories.ts';
import { applyEdits, type Edit } from './print-jsx.ts';

type Jsx = Extract<MdastContent, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>;

interface Imports {
  /** Blocks by local name. */
  blocks: Map<string, string>;
  /** Files of stories, absolute, by local name. */
  stories: Map<string, string>;
  /** Exported names of other modules by local name. */
  names: Map<string, string>;
  /** Specifiers of relative imports by local name. */
  files: Map<string, string>;
  /** Imports that are left out. */
  removed: ES.ImportDeclaration[];
}

/** Blocks that are components of the page: `app/storybook.ts` contains them. */
const COMPONENTS = new Set(['ColorPalette', 'ColorItem', 'IconGallery', 'IconItem']);

/**
 * Reads a Storybook MDX page.
 *
 * @param filePath absolute
 * @throws DiagnosticError if it cannot be parsed
 */
export function readStoryDocs(filePath: string, site: Site): StoryDocs {
  const text = decodePage(fs.readFileSync(filePath, 'utf8'));
  const file = relativePath(site.root, filePath);
  const tree = parse(text, file);
  const folder = path.dirname(filePath);
  const imports = readImports(tree.children, folder);
  const described = new Map<string, DescribedStories>();
  const describe = (stories: string): DescribedStories => {
    const known = described.get(stories) ?? describeStories(stories, site);
    described.set(stories, known);
    return known;
  };
  const blocks: Jsx[] = [];
  walk<MdastContent>(tree, (node) => {
    const isJsx = node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
    if (isJsx && imports.blocks.has(node.name ?? '')) blocks.push(node);
    return undefined;
  });
  const meta = blocks.find(({ name }) => imports.blocks.get(name ?? '') === 'Meta');
  const attached = meta && targetOf(meta, imports)?.file;
  return {
    title: meta && stringAttribute(meta, 'title'),
    name: meta && stringAttribute(meta, 'name'),
    attached,
    stories: [...imports.stories.values()],
    files: [...new Set([...imports.stories.values()].flatMap((one) => describe(one).files))],
    print() {
      const printer = createPrinter({ text, file, folder, imports, attached, describe });
      const edits = [...importEdits(imports, blocks), ...blocks.flatMap(printer.editsOf)];
      const printed = applyEdits(text, edits);
      return { ...printed, further: printer.further(), diagnostics: printer.diagnostics };
    },
  };
}

function parse(text: string, file: string) {
  try {
    return createMdxParser([], [])(text);
  } catch (error) {
    const {
      reason = String(error),
      line = 1,
      column = 1,
    } = error as { reason?: string; line?: number; column?: number };
    const data = { case: 'unreadable', src: file, reason } as const;
    throw new DiagnosticError([createDiagnostic('invalid-story', data, { location: { file, line, column } })]);
  }
}

function readImports(nodes: MdastContent[], folder: string): Imports {
  const imports: Imports = { blocks: new Map(), stories: new Map(), names: new Map(), files: new Map(), removed: [] };
  for (const node of nodes) {
    if (node.type !== 'mdxjsEsm') continue;
    const { estree } = (node.data ?? {}) as { estree?: ES.Program };
    for (const statement of estree?.body ?? [])
      if (statement.type === 'ImportDeclaration') readImport(statement, folder, imports);
  }
  return imports;
}

function readImport(node: ES.ImportDeclaration, folder: string, imports: Imports): void {
  const specifier = String(node.source.value);
  const isOfStorybook = /^(?:@storybook\/|storybook(?:\/|$))/.test(specifier);
  for (const one of node.specifiers) {
    const imported = one.type === 'ImportSpecifier' && 'name' in one.imported ? one.imported.name : one.local.name;
    (isOfStorybook ? imports.blocks : imports.names).set(one.local.name, imported);
  }
  if (isOfStorybook) imports.removed.push(node);
  else if (specifier.startsWith('.')) {
    const candidates = scriptCandidates(path.resolve(folder, specifier));
    const found = candidates.find((one) => fs.statSync(one, { throwIfNoEntry: false })?.isFile());
    const [all] = node.specifiers;
    if (found && all?.type === 'ImportNamespaceSpecifier' && /\.(?:stories|story)\.[cm]?[jt]sx?$/.test(found)) {
      imports.stories.set(all.local.name, found);
      imports.removed.push(node);
    } else for (const { local } of node.specifiers) imports.files.set(local.name, specifier);
  }
}

function importEdits({ removed, blocks: names }: Imports, blocks: Jsx[]): Edit[] {
  const kept = new Set(blocks.flatMap(({ name }) => (COMPONENTS.has(names.get(name ?? '') ?? '') ? (name ?? []) : [])));
  const line = [...kept].map((name) => (names.get(name) === name ? name : `${names.get(name)} as ${name}`)).join(', ');
  return removed.map((node, index) => ({
    ...(node as unknown as Record<'start' | 'end', number>),
    text: index === 0 && line ? `import { ${line} } from '@storybook/addon-docs/blocks';` : '',
  }));
}

interface PrintContext {
  text: string;
  /** Relative to the site's root. */
  file: string;
  /** Absolute path of the file's folder. */
  folder: string;
  imports: Imports;
  attached: string | undefined;
  describe: (filePath: string) => DescribedStories;
}

function createPrinter({ text, file, folder, imports, attached, describe }: PrintContext) {
  const diagnostics: Diagnostic[] = [];
  const shown = new Set<string>();
  const demo = (filePath: string, story: string): string => {
    shown.add(`${filePath}#${story}`);
    return `<code src="${urlOf(folder, filePath)}#${story}"></code>`;
  };
  const rest = (filePath: string): string[] =>
    describe(filePath).stories.flatMap(({ exportName }) =>
      shown.has(`${filePath}#${exportName}`) ? [] : [demo(filePath, exportName)],
    );
  const storyOf = ({ file: filePath = attached, story }: Target): string | undefined => {
    const name = filePath && (story ?? describe(filePath).stories[0]?.exportName);
    return name && filePath && demo(filePath, name);
  };
  const componentOf = ({ file: filePath = attached, component }: Target): string | undefined =>
    component ?? (filePath && describe(filePath).component);
  /** Returns undefined for a block that cannot be shown. */
  const print = (block: string, node: Jsx): string | undefined => {
    const target = targetOf(node, imports) ?? {};
    switch (block) {
      case 'Meta':
        return '';
      case 'Canvas':
      case 'Story':
      case 'Primary':
      case 'Source': {
        const code = block === 'Source' ? stringAttribute(node, 'code') : undefined;
        const isWritten = attributeOf(node, 'of') !== undefined || block === 'Primary';
        if (code !== undefined) return fence(code, stringAttribute(node, 'language') ?? 'tsx');
        return isWritten && (target.file || attached) ? storyOf(target) : undefined;
      }
      case 'Stories':
        return attached && ['## Stories', ...rest(attached)].join('\n\n');
      case 'Controls': {
        const { file: filePath = attached } = target;
        const [component, story] = [
          componentOf(target),
          target.story ?? (filePath && describe(filePath).stories[0]?.exportName),
        ];
        const src = filePath && story ? ` src="${urlOf(folder, filePath)}#${story}"` : '';
        return component && `<Playground id="${component}"${src} />`;
      }
      case 'ArgTypes': {
        const component = componentOf(target);
        return component && `<API id="${component}" />`;
      }
      case 'Title':
        return `# ${textOf(node, text) || (attached && describe(attached).title?.split('/').at(-1)) || 'Stories'}`;
      case 'Description': {
        const { file: filePath = attached } = target;
        return filePath && (describe(filePath).description ?? '');
      }
      case 'Markdown':
        return markdownOf(node, imports);
      default:
        return undefined;
    }
  };
  return {
    diagnostics,
    editsOf(node: Jsx): Edit[] {
      const block = imports.blocks.get(node.name ?? '') ?? '';
      const { start, end } = offsetsOf(node);
      if (COMPONENTS.has(block)) return [];
      const printed = print(block, node);
      if (printed !== undefined) return [{ start, end, text: printed }];
      const [first, last] = [node.children[0], node.children.at(-1)];
      // The content of wrappers stays.
      if (['Canvas', 'Unstyled', 'Subtitle'].includes(block) && first && last)
        return [
          { start, end: offsetsOf(first).start, text: '' },
          { start: offsetsOf(last).end, end, text: '' },
        ];
      const { line = 1, column = 1 } = node.position?.start ?? {};
      diagnostics.push(
        createDiagnostic(
          'invalid-story',
          { case: 'block', name: node.name ?? '' },
          { location: { file, line, column } },
        ),
      );
      return [{ start, end, text: '' }];
    },
    /** Returns the stories that the page does not mention. */
    further: (): string[] => (attached ? rest(attached) : []),
  };
}

/** Target of the attribute `of`. */
interface Target {
  file?: string;
  story?: string;
  component?: string;
}

function targetOf(node: Jsx, { stories, names }: Imports): Target | undefined {
  const written = expressionOf(node, 'of');
  const [, name, story] = /^\s*(\w+)(?:\.(\w+))?\s*$/.exec(written ?? '') ?? [];
  if (name === undefined) return undefined;
  const file = stories.get(name);
  if (file) return { file, ...(story && { story }) };
  return { component: names.get(name) ?? name };
}

function attributeOf({ attributes }: Jsx, name: string) {
  return attributes.flatMap((one) => (one.type === 'mdxJsxAttribute' && one.name === name ? [one.value] : []))[0];
}

function expressionOf(node: Jsx, name: string): string | undefined {
  const value = attributeOf(node, name);
  return typeof value === 'object' ? value?.value : undefined;
}

function stringAttribute(node: Jsx, name: string): string | undefined {
  const value = attributeOf(node, name);
  return typeof value === 'string' ? value : literalOf(node, name);
}

/** Returns the text of a string or of a template without values. */
function literalOf(node: Jsx, name: string): string | undefined {
  return literalText(expressionOf(node, name) ?? '');
}

function literalText(expression: string): string | undefined {
  const [, , quoted] = /^\s*(["'])(.*)\1\s*$/.exec(expression) ?? [];
  const [, template] = /^\s*(?:dedent)?`((?:\\.|[^`\\$]|\$(?!\{))*)`\s*$/s.exec(expression) ?? [];
  return (template ?? quoted)?.replace(/\\([`'"$\\])/g, '$1');
}

/** The content is an imported file, or a string. */
function markdownOf(node: Jsx, imports: Imports): string | undefined {
  const [child, ...others] = node.children;
  if (!child || others.length > 0) return undefined;
  const expression = child.type === 'mdxFlowExpression' || child.type === 'mdxTextExpression' ? child.value : undefined;
  const imported = imports.files.get(expression?.trim() ?? '');
  if (imported) return `<embed src="${imported.replace(/\?raw$/, '')}"></embed>`;
  const literal = literalText(expression ?? '');
  const indent = /^\n*([ \t]*)/.exec(literal ?? '')?.[1] ?? '';
  return literal?.replaceAll(`\n${indent}`, '\n').trim();
}

function fence(code: string, lang: string): string {
  const isDemo = /^[jt]sx$/.test(lang);
  return [`\`\`\`\`${lang}${isDemo ? ' | pure' : ''}`, code.trim(), '````'].join('\n');
}

function textOf(node: Jsx, text: string): string {
  const [first, last] = [node.children[0], node.children.at(-1)];
  return first && last ? text.slice(offsetsOf(first).start, offsetsOf(last).end).trim() : '';
}

function urlOf(folder: string, filePath: string): string {
  const url = relativePath(folder, filePath);
  return url.startsWith('.') ? url : `./${url}`;
}

function offsetsOf({ position }: MdastContent): { start: number; end: number } {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
}
