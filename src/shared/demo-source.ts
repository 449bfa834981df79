import type { DemoAsset } from './entities.ts';
import type { PrefersColor } from './page-data.ts';

/**
 * What live editing and exports need of a demo. It is a JSON file of its own in the output, loaded when a visitor asks
 * for one of them.
 */
export interface DemoSource {
  /** Its FILE entries are the files of the code panel by name, the text as shown; its NPM entries the packages. */
  asset: DemoAsset;
  /**
   * What the imports of each file mean, by file name and specifier: `./name` is a file, a style sheet or a picture of the
   * demo, anything else a module or a style sheet of a package. Only imports that were found are listed.
   */
  imports: Record<string, Record<string, string>>;
  /** Compiled CSS, complete in itself, of every style sheet: by `./name`, or by the specifier in its package. */
  styles: Record<string, string>;
  /** CSS modules among the style sheets, by the same names; absent without one. */
  cssModules?: Record<string, ModuleSheet>;
  /** Names of the files that only the build can compile: they are shown, and cannot be edited. Absent without one. */
  built?: string[];
  /** Pictures and fonts that a script imports for their URL, as `data:` URLs, and files imported for their text, by `./name`. */
  media: Record<string, string>;
  /**
   * Modules that readers are not shown, by name: those made of files, such as components of SVG pictures, and those of the
   * setup. Absent without any.
   */
  modules?: Record<string, string>;
  /** The module that runs before the demo: its name among the modules, and whether it exports `Wrapper`. Absent without one. */
  setup?: { entry: string; hasWrapper: boolean };
  /** What `import.meta.env` is; absent where no file asks for the environment. */
  env?: Record<string, string | boolean>;
  /** What the demo's Less sheets import, for compiling them in the browser; absent without Less. */
  less?: LessSources;
  /** Versions of packages that the configuration sets for exports, by name; absent without any. */
  versions?: Record<string, string>;
  /** How the page's colour scheme is known to style sheets; absent where that is `data-prefers-color` alone. */
  prefersColor?: PrefersColor;
  /** URLs of what the live editor is made of. */
  live: LiveScripts;
}

/** What a CSS module is besides its style sheet. */
export interface ModuleSheet {
  /** Begins all its names in the site. */
  scope: string;
  /** What a script gets that imports it. */
  classes: Record<string, string>;
  /** Compiled CSS, complete in itself, with the names as they are written. */
  css: string;
}

/** A closed set of Less sources. Paths are virtual: `/project/<path>` or `/packages/<path>`. */
export interface LessSources {
  /** Paths of the demo's own sheets, by `./name`. */
  paths: Record<string, string>;
  /** Text by path. */
  files: Record<string, string>;
  /** Path that a request means, by `<folder of the importing sheet>\n<request>`. */
  lookups: Record<string, string>;
}

/** URLs with base. */
export interface LiveScripts {
  /** Document of the sandboxed frame. */
  sandbox: string;
  /** ES module of the editor, and its style sheet. */
  editor: string;
  editorStyles: string;
  /** Script that compiles TypeScript and JSX, run in the frame. */
  compiler: string;
  /** Script that compiles Less, run in the frame; absent without Less. */
  less?: string;
  /** Script that makes CSS modules, run in the frame; absent without one. */
  cssModules?: string;
  /** Scripts with the packages that demos import, run in the frame in this order. */
  modules: string[];
}
