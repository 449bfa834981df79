/** A demo with all that the stages made of it: what documents, search, twins, tables and checks know of demos. */
import type { DemoFile } from '../../shared/page-data.ts';
import { listDemoFiles } from '../bundle/bundle-site.ts';
import type { GraphFile } from '../bundle/demos/demo-graph.ts';
import type { DemoModule, SiteBundle } from '../bundle/types.ts';
import { highlight } from '../markdown/compile-site.ts';
import type { EmbeddedDemo } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { type Cache, noCache } from '../store/cache.ts';
import { hashOf } from '../store/observe-reads.ts';
import { type CodeText, type Highlight, readDemoFiles } from './demo-files.ts';

/** A demo as it was written and bundled. */
export interface DescribedDemo {
  /** As the first page embeds it. */
  demo: EmbeddedDemo;
  /** What its author wrote for it, the entry first, with the meaning of imports. */
  files: GraphFile[];
  /** Files of its code panel. */
  shown: DemoFile[];
  /** Those of them that search finds it by: the entry, and what no other demo shows, which says nothing about any of them. */
  searched: DemoFile[];
  /** Its module and style sheets in the browser; absent where they could not be bundled (dev). */
  module?: DemoModule;
}

/** A demo that is ready to stand in pages. */
export interface BuiltDemo extends DescribedDemo {
  /** What it shows at first; absent for one that renders in the browser only. */
  html?: string;
  /** Elements with the styles that it made, for the head of its page. */
  styles: string[];
  /** It did not come to an end in time: no browser starts it unasked. */
  held: boolean;
  /** It could not be rendered, which is told. */
  failed: boolean;
  /** URL of what editing and exporting it needs; absent for an inline demo. */
  source?: string;
  /** URL of its permanent sandbox. */
  sandbox?: string;
}

/** What the renderer made of demos, by demo id. */
export interface RenderedDemos {
  /** HTML; a demo without one renders in the browser only. */
  html: Map<string, string>;
  /** Elements with the styles that a demo made, for the head of its page. */
  styles: Map<string, string[]>;
  /** Demos that did not come to an end in time. */
  endless: Set<string>;
  /** Demos that could not be rendered, in the order in which they are reported. */
  faults: { id: string }[];
}

/** Reads what is known of demos once they are bundled. */
export async function describeDemos(
  site: Site,
  demos: EmbeddedDemo[],
  {
    scripts,
    bundle,
    cache = noCache,
  }: {
    scripts: { files: Map<string, GraphFile[]> };
    bundle: Pick<SiteBundle, 'demos' | 'sheetImports'>;
    /** Keeps code that was highlighted. */
    cache?: Cache;
  },
): Promise<DescribedDemo[]> {
  const files = listDemoFiles(site, demos, scripts, bundle);
  const isScript = demos.some(({ ts2js }) => ts2js);
  // It takes its time to load, and few sites need it.
  const toJavaScript = isScript ? (await import('../markdown/parse/to-javascript.ts')).toJavaScript : undefined;
  const shown = await readDemoFiles(demos, files, { highlight: keptHighlight(cache), toJavaScript });
  const searched = searchedFiles(shown);
  return demos.map((demo) => ({
    demo,
    files: files.get(demo.id) ?? [],
    shown: shown.get(demo.id) ?? [],
    searched: searched.get(demo.id) ?? [],
    module: bundle.demos.get(demo.id),
  }));
}

/** Highlights what an earlier build has not. */
function keptHighlight(cache: Cache): Highlight {
  return async (texts) => {
    const keys = texts.map(({ code, language }) => hashOf(`${language}\n${code}`));
    const byKey = new Map(keys.map((key, index) => [key, texts[index] as CodeText]));
    const html = await cache.rememberEach('highlighted', new Map(keys.map((key) => [key, key])), async (wanted) => {
      const made = wanted.map((key): [string, string] => {
        const { code, language } = byKey.get(key) as CodeText;
        return [key, highlight(code, language)];
      });
      return new Map(made);
    });
    return keys.map((key) => html.get(key) ?? '');
  };
}

/** Of the files that demos show, by id: the entry of each, which comes first, and what no other demo shows. */
function searchedFiles(shown: Map<string, DemoFile[]>): Map<string, DemoFile[]> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { code } of [...shown.values()].flat()) (seen.has(code) ? shared : seen).add(code);
  const isOwn = ({ code }: DemoFile, index: number): boolean => index === 0 || !shared.has(code);
  return new Map([...shown].map(([id, files]) => [id, files.filter(isOwn)]));
}

/** Adds what is only known when demos are rendered and their sources have addresses; by id. */
export function completeDemos(
  described: DescribedDemo[],
  {
    rendered,
    sourceUrl,
    sandboxes,
  }: {
    rendered: RenderedDemos;
    sourceUrl: (id: string) => string | undefined;
    sandboxes: Record<string, { url: string }>;
  },
): Map<string, BuiltDemo> {
  const failed = new Set(rendered.faults.map(({ id }) => id));
  return new Map(
    described.map((known) => {
      const { id, inline } = known.demo;
      return [
        id,
        {
          ...known,
          html: rendered.html.get(id),
          styles: rendered.styles.get(id) ?? [],
          held: rendered.endless.has(id),
          failed: failed.has(id),
          source: inline ? undefined : sourceUrl(id),
          sandbox: sandboxes[id]?.url,
        },
      ];
    }),
  );
}
