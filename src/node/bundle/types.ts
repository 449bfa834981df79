/** A file that the HTML refers to by URL. */
export interface LinkedFile {
  /** URL with base. */
  href: string;
  /** Subresource integrity, `sha256-…`. */
  integrity: string;
}

/** A demo's or interactive page's module in the browser. */
export interface ClientModule {
  /** URL of the module. */
  js: string;
  /** URLs of its style sheets, in import order. */
  css: string[];
}

/** A source file of a demo, the entry first. */
export interface DemoSource {
  /** Name in the code panel: relative to the entry's folder, such as `index.tsx` or `data/regions.ts`. */
  name: string;
  /** Absolute; a fenced demo's entry has the path of its page. */
  filePath: string;
}

/** All that the bundler makes of a site. */
export interface SiteBundle {
  /** Bytes by path in the output. */
  files: Map<string, Uint8Array>;
  boot: LinkedFile;
  /** The runtime's module, imported by boot. */
  runtime: string;
  /** Style sheets of the theme, in order. */
  styles: LinkedFile[];
  /** Integrity of every emitted style sheet by its URL. */
  integrity: Map<string, string>;
  /** By demo id. */
  demos: Map<string, ClientModule & { sources: DemoSource[] }>;
  /** Interactive pages by source path. */
  modules: Map<string, ClientModule>;
  /** Changes when pages of two builds cannot be mixed in one tab. */
  buildId: string;
}

/** A script that runs at build time. */
export interface ServerScript {
  code: string;
  /** Makes the script's source map, as JSON: it is wanted only when something throws. */
  map: () => Promise<string>;
}
