import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

type FetchText = (url: string) => Promise<string>;

interface Frame {
  text: string;
  source: string;
}

/** Matches Chromium's `at name (url:1:2)` and `at url:1:2`, and Firefox's and Safari's `name@url:1:2`. */
const FRAME = /^(?:\s*at (?:(.+?) \(|async )?|([^@]*)@)((?:blob:)?https?:\/\/\S+?):(\d+):(\d+)\)?$/;
const MAP_COMMENT = /^\/\/[#@] ?sourceMappingURL=(\S+)\s*$/gm;
const INTERNAL = /(?:^|\/)node_modules\/(?:react|react-dom|react-refresh|scheduler|cascader-docs)\//;

/**
 * Frames in React and in this package are counted in a single last line, unless there are no other frames. Never
 * rejects.
 */
export async function mapStack(
  stack: string,
  fetchText: FetchText,
  isInternal: (source: string) => boolean = (source) => INTERNAL.test(source),
): Promise<string> {
  const maps = new Map<string, Promise<TraceMap | undefined>>();
  const mapOf = (url: string): Promise<TraceMap | undefined> => {
    const map = maps.get(url) ?? loadMap(url, fetchText);
    maps.set(url, map);
    return map;
  };
  const lines = await Promise.all(stack.split('\n').map(async (line) => (await mapLine(line, mapOf)) ?? line));
  const isHidden = (line: Frame | string): boolean => typeof line !== 'string' && isInternal(line.source);
  const hidden = lines.filter(isHidden).length;
  const isAll = lines.every((line) => typeof line === 'string' || isHidden(line));
  const shown = isAll ? lines : lines.filter((line) => !isHidden(line));
  const texts = shown.map((line) => (typeof line === 'string' ? line : line.text));
  if (hidden > 0 && !isAll) texts.push(`    … ${hidden} more in React and cascader-docs`);
  return texts.join('\n');
}

async function mapLine(
  line: string,
  mapOf: (url: string) => Promise<TraceMap | undefined>,
): Promise<Frame | undefined> {
  const [, called, owner, url, row, column] = FRAME.exec(line) ?? [];
  if (url === undefined) return undefined;
  const map = await mapOf(url);
  const found = map && originalPositionFor(map, { line: Number(row), column: Math.max(0, Number(column) - 1) });
  if (!found || found.source === null) return { text: line, source: url };
  const place = `${found.source}:${found.line}:${found.column + 1}`;
  const name = called ?? owner;
  return { text: name ? `    at ${name} (${place})` : `    at ${place}`, source: found.source };
}

async function loadMap(url: string, fetchText: FetchText): Promise<TraceMap | undefined> {
  try {
    const script = await fetchText(url);
    const reference = [...script.matchAll(MAP_COMMENT)].at(-1)?.[1];
    if (reference === undefined) return undefined;
    const text = reference.startsWith('data:') ? decodeData(reference) : await fetchText(new URL(reference, url).href);
    return new TraceMap(text);
  } catch {
    return undefined;
  }
}

function decodeData(url: string): string {
  const comma = url.indexOf(',');
  const data = decodeURIComponent(url.slice(comma + 1));
  if (!url.slice(0, comma).endsWith(';base64')) return data;
  return new TextDecoder().decode(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)));
}
