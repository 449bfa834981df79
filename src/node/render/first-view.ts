import { DEMO_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { PageData } from '../../shared/page-data.ts';
import type { LinkedFile } from '../bundle/types.ts';

/** Height of a large window and of a line, in pixels, and characters per line. */
const WINDOW_HEIGHT = 900;
const LINE_HEIGHT = 28;
const LINE_LENGTH = 80;
/** Minimum height of a demo's card, and height of an image without a `height` attribute. */
const CARD_HEIGHT = 200;
const IMAGE_HEIGHT = 100;

/**
 * Returns modules to list in the HTML, so that the browser fetches them in parallel. Empty for a page that runs no
 * code. `preloads`: imports of modules, by URL.
 */
export function modulesInView(data: PageData, body: string, preloads: ReadonlyMap<string, LinkedFile[]>): LinkedFile[] {
  const isAlone = data.kind === 'demo';
  const ids = Object.keys(data.demos);
  // Searching for demos takes a thirtieth of the rendering time of a text-only page.
  const inView = new Set(isAlone || ids.length === 0 ? ids : demosInView(body));
  const demos = Object.values(data.demos).filter(({ id }) => inView.has(id));
  const isLive =
    demos.length > 0 ||
    data.module ||
    data.serverLoader ||
    /render|viewport/.test(data.site.routePrefetch.defaultPrefetch);
  if (!isLive) return [];
  // A demo in a frame is loaded by the frame's document.
  const own = demos.filter(({ held, iframe }) => !held && (isAlone || !iframe));
  const modules = [data.runtime, data.module, ...own.map(({ js }) => js)];
  const files = modules.flatMap((module) => preloads.get(module ?? '') ?? []);
  return [...new Map(files.map((file) => [file.href, file])).values()];
}

/** Returns the ids of the demos that can be in the first viewport, estimated from the content before them in the page's main column. */
export function demosInView(body: string): string[] {
  const main = body.slice(Math.max(0, body.indexOf('<main')));
  const [before = '', ...demos] = main.replace(/<details[\s\S]*?<\/details>/g, '').split(` ${DEMO_ATTRIBUTE}="`);
  const ids: string[] = [];
  let height = heightOf(before);
  for (const demo of demos) {
    if (height > WINDOW_HEIGHT) break;
    ids.push(demo.slice(0, demo.indexOf('"')));
    height += CARD_HEIGHT + heightOf(demo);
  }
  return ids;
}

/** A block has half a line of space around it. */
function heightOf(html: string): number {
  const images = html.match(/<img [^>]*>/g) ?? [];
  const blocks = html
    .replace(/<\/(?:p|h[1-6]|li|tr|div|pre)>|<br/g, '\n')
    .replace(/<[^>]*>/g, '')
    .split('\n')
    .filter((text) => text.trim());
  return (
    images.reduce((sum, image) => sum + Number(/ height="(\d+)"/.exec(image)?.[1] ?? IMAGE_HEIGHT), 0) +
    blocks.reduce((sum, text) => sum + (Math.ceil(text.length / LINE_LENGTH) + 0.5) * LINE_HEIGHT, 0)
  );
}
