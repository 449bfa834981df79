import type { Element, Properties } from 'hast';
import { PREFETCH_MODES, prefetchMode } from '../../shared/prefetch.ts';
import { checkHeading, forgetLevel, noteJsxHeading } from './check/heading-levels.ts';
import { checkJsxText, checkText, reportImages } from './check/missing-texts.ts';
import { reportFenceWords } from './check/report-fence-words.ts';
import { checkAttributes, checkElement, checkTag } from './check/safe-urls.ts';
import { type FileContext, reportError } from './context.ts';
import { liftContainers } from './lift/lift-containers.ts';
import { liftNpmFences } from './lift/lift-npm-fences.ts';
import { liftTags } from './lift/lift-tags.ts';
import { splitParagraphs } from './lift/split-paragraphs.ts';
import { labelBackLink, markdownToHast } from './lift/to-hast.ts';
import { parseMarkdown } from './markdown.ts';
import { type CodeBlock, type HastComponent, type HastContent, type HastRoot, textOf, walk } from './nodes.ts';
import { BUILTINS } from './own-tags.ts';
import { parseFenceInfo } from './parse/fence-info.ts';
import { readHeadingAttributes } from './parse/heading-attributes.ts';
import { locationAt, locationsOf } from './source-file.ts';
import { noteApi, noteCheckedBlock, noteNames } from './transform/api-notes.ts';
import { codeBlockHtml } from './transform/code-block-html.ts';
import { diagram } from './transform/diagram.ts';
import { embedDemos, embedFence } from './transform/embed-demos.ts';
import { embedFile } from './transform/embed-file.ts';
import { formulaBlock, inlineFormula } from './transform/formulas.ts';
import { isTask, labelTask } from './transform/label-task.ts';
import { headingDepth } from './transform/link-headings.ts';
import { markFiles } from './transform/mark-files.ts';
import { resolveLink } from './transform/resolve-link.ts';
import { MEDIA, resolveMedia } from './transform/resolve-media.ts';

/** Compiles a `.md` file, the page itself or one that it embeds, to hast whose paths are resolved. */
export function compileMarkdownFile(context: FileContext): HastContent[] {
  const tree = parseMarkdown(context.file.text);
  reportImages(tree, context);
  liftTags(tree, context);
  liftNpmFences(tree, context);
  liftContainers(tree, context);
  splitParagraphs(tree);
  const hast = markdownToHast(tree, context);
  transformFile(hast, context);
  return hast.children;
}

/** What depends on the file that a node stands in: checks, links, images, demos, embedded files; for both formats. */
export function transformFile(tree: HastRoot, context: FileContext): void {
  let heading = '';
  const described = new Set<HastContent>();
  walk<HastContent>(tree, (node, index, siblings) => {
    switch (node.type) {
      case 'comment':
        return [];
      case 'codeBlock':
        reportFenceWords(node, context);
        noteCheckedBlock(node, context);
        return embedFence(node, context) ?? [picture(node, context) ?? codeBlock(node, context)];
      case 'component':
        if (node.name === 'code') return embedDemos(node, index, siblings, context);
        if (node.name === 'embed') return embedFile(node, context, compileMarkdownFile);
        if (node.name === 'Link') return [linkElement(node, context)];
        if (node.name === 'Card') addCardTitle(node);
        if (node.name === 'FileTree') markFiles(node);
        if (node.name === 'API') for (const table of noteApi(node, context)) described.add(table);
        return noteComponent(node, context);
      case 'mdxJsxFlowElement':
      case 'mdxJsxTextElement':
        checkTag(node, node.name ?? '', literalAttributes(node), context);
        checkAttributes(node, literalAttributes(node), context);
        checkJsxText(node, context);
        noteJsxHeading(node.name, context);
        return;
      case 'element':
        checkElement(node, context);
        checkText(node, context);
        if (headingDepth(node)) {
          readHeadingAttributes(node);
          heading = textOf(node).trim();
          checkHeading(node, context);
        }
        if (node.tagName === 'table' && !described.has(node)) noteNames(node, heading, context);
        if (node.tagName === 'code') return inlineFormula(node, index, siblings, context);
        if (isTask(node)) labelTask(node);
        labelBackLink(node, context.page);
        if (node.tagName === 'a') resolveLink(node, context);
        else if (MEDIA.has(node.tagName)) resolveMedia(node, context);
        else if (typeof node.properties.align === 'string' && /^t[hd]$/.test(node.tagName)) {
          const { align, ...properties } = node.properties;
          node.properties = { ...properties, className: [`align-${align}`] };
        }
    }
    return undefined;
  });
}

/** Picture, title and link of a `<Card>` are content like any other: they are checked and found. */
function addCardTitle(node: HastComponent): void {
  const { title, link, icon, ...props } = node.props;
  node.props = props;
  const text = { type: 'text' as const, value: typeof title === 'string' ? title : '' };
  const part = (tagName: string, properties: Properties, children: Element['children'] = []): Element => ({
    type: 'element',
    tagName,
    properties,
    children,
    position: node.position as Element['position'],
  });
  const name = typeof link === 'string' ? part('a', { href: link }, [text]) : text;
  node.children.unshift(
    ...(typeof icon === 'string' ? [part('img', { src: icon, alt: '', className: ['card-icon'] })] : []),
    ...(text.value ? [part('p', { className: ['card-title'] }, [name])] : []),
  );
}

/** A fence that is drawn: a formula or a diagram. */
function picture(node: CodeBlock, context: FileContext): HastContent | undefined {
  return formulaBlock(node, context) ?? diagram(node, context);
}

/** Finished HTML of a code block; what it says is kept for search. */
function codeBlock(node: CodeBlock, { page }: FileContext): HastContent {
  const { showLineNum, wrapCode, foldCode } = page.site.config.themeConfig;
  const { html, code } = codeBlockHtml(node, {
    lineNumbers: showLineNum === true,
    wrap: wrapCode === true,
    fold: typeof foldCode === 'number' ? foldCode : undefined,
    strings: page.strings,
  });
  const { title } = parseFenceInfo(node.lang, node.meta);
  return { type: 'raw', value: html, position: node.position as Element['position'], data: { code, title } };
}

/** `<Link to>` is a link in other words. */
function linkElement(node: HastComponent, context: FileContext): Element {
  const { props, children, position } = node;
  const { to, href = to, prefetch, prefetchTimeout, ...properties } = props as Properties;
  const link: Element = {
    type: 'element',
    tagName: 'a',
    properties: {
      href,
      ...properties,
      dataPrefetch: prefetch === undefined ? undefined : readPrefetch(node, context),
      dataPrefetchTimeout: prefetchTimeout,
    },
    children: children as Element['children'],
    position: position as Element['position'],
  };
  transformFile({ type: 'root', children: [link] }, context);
  return link;
}

/** The mode of a link's `prefetch`, which is true without a value. A wrong one is reported at its place. */
function readPrefetch({ props: { prefetch }, valuePoints, position }: HastComponent, context: FileContext) {
  const written = String(prefetch);
  const value = prefetch === '' || written === 'true' ? true : written === 'false' ? false : prefetch;
  try {
    return prefetchMode(value);
  } catch (error) {
    const at = valuePoints?.prefetch ?? position?.start;
    const notes = [`It is one of ${PREFETCH_MODES.join(', ')}; without a value it is intent`];
    reportError(context, { code: 'CD335', text: (error as Error).message, at, length: written.length, notes });
    return undefined;
  }
}

/** Components are checked against the theme once it is known. */
function noteComponent(node: HastComponent, context: FileContext): undefined {
  checkAttributes(node, node.props, context);
  if (!BUILTINS.has(node.name)) forgetLevel(context);
  const location = locationAt(context.file, node.position?.start, node.name.length + 1);
  const attributes = locationsOf(node.namePoints, context);
  context.page.out.components?.push({ name: node.name, location, attributes });
}

function literalAttributes(node: Extract<HastContent, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>) {
  const attributes = node.attributes.filter((attribute) => attribute.type === 'mdxJsxAttribute');
  return Object.fromEntries(attributes.map(({ name, value }) => [name, value]));
}
