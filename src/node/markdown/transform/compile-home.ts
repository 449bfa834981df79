import { readFileSync } from 'node:fs';
import type { Element } from 'hast';
import { isExternal } from '../../../shared/base-url.ts';
import { featureIcon, HERO_MEDIA, type HtmlPart } from '../../../shared/page-data.ts';
import { checkElement } from '../check/safe-urls.ts';
import { type FileContext, report } from '../context.ts';
import { parseHtml } from '../lift/to-hast.ts';
import { type HastContent, type Position, walk } from '../nodes.ts';
import { toParts } from '../print/to-parts.ts';
import { embedDemos } from './embed-demos.ts';
import { type FileReference, findFile, missingSeverity, resolveSpecifier } from './find-file.ts';
import { resolveMedia } from './resolve-media.ts';

/** Compiles the hero and features of a home page, which are written in front matter, to static pieces of the page. */
export function compileHome(context: FileContext): void {
  const { page, out, idPrefix } = context.page;
  // A tab is shown below the hero of its page.
  if (idPrefix !== '') return;
  const { hero, features = [] } = page.frontmatter;
  // The hero's description is the first text of the page.
  const description = hero?.description?.replace(/\s+/g, ' ').trim();
  if (description) out.description = description;
  if (hero?.demo) out.statics[HERO_MEDIA] = demoParts(hero.demo, context);
  else if (hero?.image) out.statics[HERO_MEDIA] = toParts(pictures(hero.image, context));
  for (const [index, { icon }] of features.entries())
    if (icon) out.statics[featureIcon(index)] = iconParts(icon, `features.${index}.icon`, context);
}

function demoParts(src: string, context: FileContext): HtmlPart[] {
  const { out } = context.page;
  const position = positionOf('hero.demo', context);
  const places = embedDemos(
    { type: 'component', name: 'code', props: { src }, children: [], position },
    0,
    [],
    context,
  );
  for (const place of places) if (place.type === 'demo') out.anchors.push(place.id);
  return toParts(places);
}

/** A pair for both color schemes is loaded lazily, so that the browser loads only the visible picture. */
function pictures(
  { light, dark, alt = '' }: { light?: string; dark?: string; alt?: string },
  context: FileContext,
): HastContent[] {
  const both = light !== undefined && dark !== undefined && light !== dark;
  const sides = both ? (['light', 'dark'] as const) : [light === undefined ? ('dark' as const) : ('light' as const)];
  return sides.map((side) =>
    picture((side === 'light' ? light : dark) ?? '', `hero.image.${side}`, context, {
      alt,
      className: both ? [`in-${side}`] : undefined,
      loading: both ? 'lazy' : 'eager',
    }),
  );
}

/** Returns the markup of SVG text, or of an SVG file that uses `currentColor`; for any other file, an image. */
function iconParts(icon: string, key: string, context: FileContext): HtmlPart[] {
  const text = icon.trim().startsWith('<') ? icon.trim() : readSvg(icon, key, context);
  if (text === undefined) return toParts([picture(icon, key, context, { alt: '' })]);
  const position = positionOf(key, context);
  const problem = text === '' ? undefined : svgProblem(text);
  if (problem) report(context, 'invalid-icon', { problem }, { at: position.start });
  else
    walk<HastContent>(parseHtml(text), (node) => {
      if (node.type === 'element') checkElement({ ...node, position: position as Element['position'] }, context);
    });
  return problem ? [] : [text];
}

/** Returns an empty string if the file cannot be used, which is reported; undefined for an icon that is shown as an image. */
function readSvg(icon: string, key: string, context: FileContext): string | undefined {
  if (isExternal(icon) || !/\.svg$/i.test(icon) || icon.startsWith('/')) return undefined;
  const node = { position: positionOf(key, context) };
  const reference: FileReference = {
    what: 'Image',
    missing: 'missing-image',
    specifier: icon,
    node,
    severity: missingSeverity(context),
  };
  const filePath = findFile(resolveSpecifier(icon, context.file.filePath, context.page.site), reference, context);
  if (filePath === undefined) return '';
  const text = readFileSync(filePath, 'utf8')
    .replace(/^[\s\S]*?(?=<svg)/, '')
    .trim();
  if (!/currentcolor/i.test(text)) return undefined;
  context.page.out.dependencies.push(filePath);
  return text;
}

/** Returns the reason why a text cannot be inserted as SVG. */
function svgProblem(text: string): 'incomplete' | 'scripts' | undefined {
  if (!/^<svg[\s>][\s\S]*<\/svg>$/.test(text)) return 'incomplete';
  if (/<script|<foreignobject|\son\w+\s*=/i.test(text)) return 'scripts';
  return undefined;
}

function picture(src: string, key: string, context: FileContext, properties: Element['properties']): Element {
  const image: Element = {
    type: 'element',
    tagName: 'img',
    properties: { src, ...properties },
    children: [],
    position: positionOf(key, context) as Element['position'],
  };
  checkElement(image, context);
  resolveMedia(image, context);
  return image;
}

/** For `hero.image.light`, falls back to `hero.image`, which may be a single path. */
function positionOf(key: string, context: FileContext): Position {
  const locations = context.page.frontmatterLocations();
  const { line, column } = locations[key] ?? locations[key.replace(/\.\w+$/, '')] ?? { line: 1, column: 1 };
  return { start: { line, column }, end: { line, column } };
}
