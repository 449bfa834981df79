import type { ModuleSheet } from '../../shared/demo-source.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { SiteDigests } from './digests.ts';
import type { PagesCode } from './page-code.ts';
import type { SheetImport } from './sheets/types.ts';

export interface LinkedFile {
  /** URL with the base path. */
  href: string;
  /** Subresource integrity (`sha256-…`) of the file. */
  integrity: string;
}

/**
 * Pages that load the style sheet: pages with a hero or features, and the 404 page; pages with demos or interactive
 * content; pages with `data-rich`; pages with a playground; or pages with steps.
 */
export type SheetUse = 'home' | 'demos' | 'rich' | 'playground' | 'steps';

export interface ThemeSheet extends LinkedFile {
  /** Absent for a style sheet that all pages load. */
  use?: SheetUse | undefined;
}

export interface ClientModule {
  js: string;
  /** URLs of the module's style sheets, in import order. */
  css: string[];
  /** Hash of the page's code in the renderer's script. Only for interactive pages. */
  rendered?: string | undefined;
}

export interface DemoModule extends ClientModule {
  /** Absolute paths of the demo's style sheets, in import order. */
  sheets: string[];
}

/**
 * Pages that need a font: all pages, pages in languages with Latin letters, pages in such languages with letters that
 * English lacks, or pages with code.
 */
export type FontUse = 'text' | 'latin' | 'letters' | 'code';

export interface LinkedFont extends LinkedFile {
  use: FontUse;
}

export interface SiteBundle {
  files: Map<string, Uint8Array>;
  boot: LinkedFile;
  /** URL of the runtime's module, which the boot script imports. */
  runtime: string;
  styles: ThemeSheet[];
  fonts: LinkedFont[];
  /** Integrity of every emitted style sheet, by URL. */
  integrity: Map<string, string>;
  /** Files by URL of a module: the module's own file, then every file that it imports. Empty in `dev`. */
  preloads: Map<string, LinkedFile[]>;
  demos: Map<string, DemoModule>;
  /** Style sheets of demos, for editing and exporting, by absolute path. */
  sheets: Map<string, DemoSheet>;
  /** Less and Sass imports of the demos' style sheets, by absolute path of the style sheet. */
  sheetImports: Map<string, SheetImport[]>;
  modules: Map<string, ClientModule>;
  /** Id of the build. The ids of two builds differ if one browser tab cannot mix their pages. */
  buildId: string;
  /** URL of the module that exports the runtime's modules to separately bundled scripts. Only in `dev`. */
  sharedModules?: string;
  inputs: string[];
  packages: string[];
  warnings: Diagnostic[];
  /** Absolute paths of style sheets, and of the other files and folders that were compiled into them. */
  styleSources: { sheets: string[]; files: string[]; folders: string[] };
}

export interface ServerScript {
  code: string;
  /** Generates the source map as JSON. Called only if code throws an error. */
  map: () => Promise<string>;
  /** Hashes of the code that belongs to single pages, and of the remaining code. Only for the page renderer. */
  divided?: PagesCode;
  /** Digests of the site data. Only for the page renderer. */
  digests?: SiteDigests;
}

export const PACKAGES_SCRIPT = 'packages.js';

export interface DemoScript extends ServerScript {
  /** Name of the script in stack traces. */
  name: string;
  /** Hash of the code, if it is known. */
  hash?: string | undefined;
  /** True if the script runs again for each demo. Default: false; demos share its modules. */
  isOwn?: boolean;
  /** Replaces modules that the engine rejects with modules that throw the engine's error. Called only if the engine rejects the script. */
  compilable?: () => Promise<ServerScript>;
}

export interface DemoSheet {
  /** Self-contained CSS with the class names that are used in the site. */
  css: string;
  /** True if only one of the project's tools, such as Sass or PostCSS, can compile the style sheet. */
  isBuilt: boolean;
  /** Scope and class names, if the style sheet is a CSS module. */
  module?: ModuleSheet;
}
