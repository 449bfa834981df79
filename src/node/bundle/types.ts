import type { ModuleSheet } from '../../shared/demo-source.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { SiteDigests } from './digests.ts';
import type { PagesCode } from './page-code.ts';
import type { SheetImport } from './sheets/types.ts';

export interface LinkedFile {
  /** URL with base. */
  href: string;
  /** Subresource integrity, `sha256-…`. */
  integrity: string;
}

/**
 * Pages that load the style sheet: with a hero or features, and the 404 page; with demos or interactive content; with
 * `data-rich`; with a playground; with steps.
 */
export type SheetUse = 'home' | 'demos' | 'rich' | 'playground' | 'steps';

export interface ThemeSheet extends LinkedFile {
  /** Absent for a style sheet that all pages load. */
  use?: SheetUse | undefined;
}

export interface ClientModule {
  js: string;
  /** URLs of its style sheets, in import order. */
  css: string[];
  /** Interactive pages only: hash of the page's code in the renderer's script. */
  rendered?: string | undefined;
}

export interface DemoModule extends ClientModule {
  /** Absolute paths of its style sheets, in import order. */
  sheets: string[];
}

/**
 * Pages that need a font: all, those in a language with Latin letters, those of them with letters that English lacks, or
 * those with code.
 */
export type FontUse = 'text' | 'latin' | 'letters' | 'code';

export interface LinkedFont extends LinkedFile {
  use: FontUse;
}

export interface SiteBundle {
  files: Map<string, Uint8Array>;
  boot: LinkedFile;
  /** URL of the runtime's module, which boot imports. */
  runtime: string;
  styles: ThemeSheet[];
  fonts: LinkedFont[];
  /** Integrity of every emitted style sheet by its URL. */
  integrity: Map<string, string>;
  /** By URL of a module: its own file, then every file that it imports. Empty in `dev`. */
  preloads: Map<string, LinkedFile[]>;
  demos: Map<string, DemoModule>;
  /** Style sheets of demos for editing and exporting, by absolute path. */
  sheets: Map<string, DemoSheet>;
  /** Less and Sass imports of the demos' style sheets, by absolute path of the style sheet. */
  sheetImports: Map<string, SheetImport[]>;
  modules: Map<string, ClientModule>;
  /** Differs between two builds if one browser tab cannot mix their pages. */
  buildId: string;
  /** URL of the module that exports the runtime's modules to separately bundled scripts. Only in `dev`. */
  sharedModules?: string;
  inputs: string[];
  packages: string[];
  warnings: Diagnostic[];
  /** Absolute paths of style sheets; other files and folders were compiled into them. */
  styleSources: { sheets: string[]; files: string[]; folders: string[] };
}

export interface ServerScript {
  code: string;
  /** Generates the source map as JSON. Called only if something throws. */
  map: () => Promise<string>;
  /** Page renderer only: hashes of the code that belongs to single pages, and of the rest. */
  divided?: PagesCode;
  /** Page renderer only. */
  digests?: SiteDigests;
}

export const PACKAGES_SCRIPT = 'packages.js';

export interface DemoScript extends ServerScript {
  /** Its name in stack traces. */
  name: string;
  /** Hash of the code, if it is known. */
  hash?: string | undefined;
  /** Runs again for each demo. Default: false; its modules are shared by demos. */
  isOwn?: boolean;
  /**
   * Replaces modules that the engine rejects with ones that throw the engine's error. Called only if the engine rejects
   * the script.
   */
  compilable?: () => Promise<ServerScript>;
}

export interface DemoSheet {
  /** Self-contained CSS with the class names that the site uses. */
  css: string;
  /** True if only one of the project's tools, such as Sass or PostCSS, can compile it. */
  isBuilt: boolean;
  /** Scope and class names, if it is a CSS module. */
  module?: ModuleSheet;
}
