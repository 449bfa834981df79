/** The contract of commands: those of the tool, and those that plugins add. */
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';

/** A site, built in memory. */
export interface SiteInMemory {
  /** Diagnostics of the build that are not errors. */
  diagnostics: Diagnostic[];
  /** Output paths, such as `guide/index.html`, sorted. */
  paths: string[];
  /** Demos in the order of the pages. */
  demos: { id: string; title?: string; file: string; route: string; url: string }[];
  /** Renders or reads an output. Returns undefined for an unknown path. */
  read(path: string): Promise<Uint8Array | undefined>;
}

/** A site whose configuration is loaded. */
export interface LoadedSite {
  /** Absolute folder of the site. */
  root: string;
  title: string;
  base: string;
  locales: { id: string; name: string }[];
  /** Absolute folder of the tool's cache, in which a command may have a folder of its own. */
  cacheFolder: string;
  /** Builds the site in memory. Nothing is written. Throws a DiagnosticError, which the command line prints. */
  build(): Promise<SiteInMemory>;
  /** Serves a site in memory on a free port of this machine, until `close()` is called or the command ends. */
  serve(site: SiteInMemory): Promise<{ url: string; close(): Promise<void> }>;
}

/** Everything that a command works with. */
export interface Kit {
  /** Aborts when the user stops the command. */
  signal: AbortSignal;
  /** Loads the site in a folder. Default: the working directory. */
  loadSite(root?: string): Promise<LoadedSite>;
  /** Prints lines of the result on standard output. */
  print(text: string): void;
  /** Prints lines that are not part of the result on standard error. */
  note(text: string): void;
  /** Prints diagnostics: as text on standard error, or with `--format json` as JSON on standard output. */
  report(diagnostics: Diagnostic[]): void;
  /** Shows what the command is doing, only on a terminal, until something is printed. */
  progress(text: string): void;
}

/** An option of a command with more than a description. */
export interface CommandOption {
  description: string;
  /** Value if the option is not given. */
  default?: unknown;
  /** Values that the option accepts. */
  choices?: readonly string[];
  /** Name of an option that cannot be given with this one. */
  conflicts?: string;
  /** Converts a value. `before` is the default, or the result for the value before, if the option is repeated. */
  parse?: (value: string, before: unknown) => unknown;
}

/** Values of options and arguments by their names in camelCase, such as `port`. */
// biome-ignore lint/suspicious/noExplicitAny: the types of values follow from what a command declares.
export type Flags = Record<string, any>;

/** A command of the command line: `cascader-docs <name>`. */
export interface Command {
  /** One line for `--help`. */
  description: string;
  /** Descriptions of arguments by their form, such as `<file>` or `[pages...]`. Default: none. */
  arguments?: Record<string, string>;
  /** Options by their flags, such as `{ '--port <number>': 'port of the server' }`. Default: none. */
  options?: Record<string, string | CommandOption>;
  /** Text at the end of `--help`. */
  footer?: string;
  /** True if the command writes files. A command that fails writes none, and a message reports this. Default: false. */
  writes?: boolean;
  /** Runs the command. Returns the exit code, or a promise of it. Default: 0. */
  run(kit: Kit, flags: Flags): unknown;
}

/** Commands with a name of two words: `cascader-docs versions add`. */
export interface CommandGroup {
  /** One line for `--help`. */
  description: string;
  commands: Record<string, Command>;
  /** Name of the command that runs without the second word. Default: none. */
  default?: string;
}
