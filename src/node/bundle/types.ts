import type { ModuleSheet } from '../../shared/demo-source.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { PagesCode } from './page-code.ts';
import type { SheetImport } from './sheets/types.ts';

/** A file that the HTML refers to by URL. */
export interface LinkedFile {
  /** URL with base. */
  href: string;
  /** Subresource integrity, `sha256-…`. */
  integrity: string;
}

/** A style sheet of the theme. */
export interface ThemeSheet extends LinkedFile {
  /** It is for pages with a hero or features, and for the page not found. */
  home?: boolean;
  /** It is for pages that hold an element with `data-rich`. */
  rich?: boolean;
}

/** A demo's or interactive page's module in the browser. */
export interface ClientModule {
  /** URL of the module. */
  js: string;
  /** URLs of its style sheets, in import order. */
  css: string[];
  /** Of an interactive page: hash of what the renderer has of it. */
  rendered?: string | undefined;
}

/** A demo's module with its style sheets. */
export interface DemoModule extends ClientModule {
  /** Absolute paths of its style sheets, in import order. */
  sheets: string[];
}

/** All that the bundler makes of a site for the browser. */
export interface SiteBundle {
  /** Bytes by path in the output. */
  files: Map<string, Uint8Array>;
  boot: LinkedFile;
  /** The runtime's module, imported by boot. */
  runtime: string;
  /** Style sheets of the theme, in order. */
  styles: ThemeSheet[];
  /** Fonts of the configuration. */
  fonts: LinkedFile[];
  /** Integrity of every emitted style sheet by its URL. */
  integrity: Map<string, string>;
  /** By the URL of a module: its file, then those of all that it imports; empty in dev. */
  preloads: Map<string, LinkedFile[]>;
  /** By demo id. */
  demos: Map<string, DemoModule>;
  /** The demos' style sheets for editing and exporting, by absolute path. */
  sheets: Map<string, DemoSheet>;
  /** What the demos' sheets import in their own language, by absolute path of the sheet. */
  sheetImports: Map<string, SheetImport[]>;
  /** Interactive pages by source path. */
  modules: Map<string, ClientModule>;
  /** Changes when pages of two builds cannot be mixed in one tab. */
  buildId: string;
  /** URL of the module that offers the runtime's own modules to scripts that are bundled apart; dev only. */
  sharedModules?: string;
  /** Absolute paths of all files that the bundler read. */
  inputs: string[];
  /** Folders of the packages that have code in the files, without what came with the tool. */
  packages: string[];
  /** CSS of the site that browsers cannot parse. */
  warnings: Diagnostic[];
  /** Where `styles` come from: the sheets (absolute paths), and what else went into sheets. */
  styleSources: { sheets: string[]; files: string[]; folders: string[] };
}

/** A script that runs at build time. */
export interface ServerScript {
  code: string;
  /** Makes the script's source map, as JSON: it is wanted only when something throws. */
  map: () => Promise<string>;
  /** Of the renderer of pages: what of it is the code of one page. */
  divided?: PagesCode;
  /** Of the renderer of pages: digest of the list of all pages, if a module imports it. */
  pages?: string | undefined;
}

/** A script for the renderer of demos. */
export interface DemoScript extends ServerScript {
  /** Its name in stack traces. */
  name: string;
  /**
   * Makes the same script of modules that the engine compiles; others throw what it says of them. It is wanted only when
   * the engine refuses the script.
   */
  compilable?: () => Promise<ServerScript>;
}

/** A style sheet of a demo, apart from the others. */
export interface DemoSheet {
  /** CSS, complete in itself, with the names that it has in the site. */
  css: string;
  /** It is made by a tool of the project. */
  isBuilt: boolean;
  /** What a CSS module is besides. */
  module?: ModuleSheet;
}
