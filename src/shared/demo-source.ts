import type { DemoAsset } from './entities.ts';
import type { PrefersColor } from './page-data.ts';

/** Source of a demo for live editing and exports. A separate JSON file, loaded when a reader uses one of them. */
export interface DemoSource {
  /**
   * Files and packages of the demo. FILE entries are the files of the code panel with their shown text; NPM entries are
   * packages.
   */
  asset: DemoAsset;
  /**
   * Resolved imports by file name and specifier. `./name` is a file, a style sheet or an image of the demo; other
   * values are a module or style sheet of a package. Contains only resolved imports.
   */
  imports: Record<string, Record<string, string>>;
  /** Compiled, self-contained CSS of every style sheet, by `./name` or by its specifier in a package. */
  styles: Record<string, string>;
  /** CSS modules among the style sheets, by the same names; absent if there are none. */
  cssModules?: Record<string, ModuleSheet>;
  /** Names of the files that only the build can compile, so they cannot be edited. Absent if there are none. */
  built?: string[];
  /** Images and fonts that scripts import by URL, as `data:` URLs, and files imported as text, by `./name`. */
  media: Record<string, string>;
  /**
   * Modules that are not shown, by name: generated modules, such as components of SVG images, and those of the setup.
   * Absent if there are none.
   */
  modules?: Record<string, string>;
  /** Setup module that runs before the demo: its name in `modules`, and whether it exports `Wrapper`. Absent without a setup. */
  setup?: { entry: string; hasWrapper: boolean };
  /** Module to which Storybook imports resolve in an exported project; absent if no file has one. */
  storybook?: string;
  /** Value of `import.meta.env`; absent if no file uses it. */
  env?: Record<string, string | boolean>;
  /** Imports of the demo's Less style sheets, for compiling them in the browser; absent without Less. */
  less?: LessSources;
  /** Template of exported projects; absent for a Vite project. */
  template?: 'create-react-app';
  /** Package versions that the configuration sets for exports, by name; absent if there are none. */
  versions?: Record<string, string>;
  /** Marks of the page's color scheme for style sheets; absent if only `data-prefers-color` is set. */
  prefersColor?: PrefersColor;
  /** URLs of the live editor. */
  live: LiveScripts;
}

/** Data of a CSS module in addition to its style sheet. */
export interface ModuleSheet {
  /** Prefix of all its names in the site. */
  scope: string;
  /** Exports of the module. */
  classes: Record<string, string>;
  /** Compiled, self-contained CSS with unscoped names. */
  css: string;
}

/**
 * A complete set of Less sources: it contains every file that one of them imports. Paths are virtual: `/project/<path>` or
 * `/packages/<path>`.
 */
export interface LessSources {
  /** Paths of the demo's style sheets, by `./name`. */
  paths: Record<string, string>;
  /** Text by path. */
  files: Record<string, string>;
  /** Resolved paths by `<folder of the importing style sheet>\n<request>`. */
  lookups: Record<string, string>;
}

/** URLs with base. */
export interface LiveScripts {
  /** Document of the sandboxed frame. */
  sandbox: string;
  /** ES module of the editor. `editorStyles` is its style sheet. */
  editor: string;
  editorStyles: string;
  /** Script that compiles TypeScript and JSX, run in the frame. */
  compiler: string;
  /** Script that compiles Less, run in the frame; absent without Less. */
  less?: string;
  /** Script that compiles CSS modules, run in the frame; absent without CSS modules. */
  cssModules?: string;
  /**
   * JSON list of the scripts with the packages that demos import, run in the frame in this order. It is a separate file, because
   * each edit of the library changes a name in it.
   */
  modules: string;
}
