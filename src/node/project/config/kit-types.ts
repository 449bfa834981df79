/** The contract of commands that plugins add. */
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';

/** A site, built in memory. */
export interface SiteInMemory {
  /** Messages of the build that are not errors. */
  diagnostics: Diagnostic[];
  /** Output paths, such as `guide/index.html`, sorted. */
  paths: string[];
  /** Demos in the order of the pages. */
  demos: { id: string; title?: string; file: string; route: string; url: string }[];
  /** Renders or reads an output. Returns undefined for an unknown path. */
  read(path: string): Promise<Uint8Array | undefined>;
}

/** What a command works with. */
export interface Kit {
  /** Absolute folder of the site. */
  root: string;
  title: string;
  base: string;
  locales: { id: string; name: string }[];
  /** Absolute folder of the tool's cache, in which a command may have a folder of its own. */
  cacheFolder: string;
  /** Aborts when the reader of the command line ends the command. */
  signal: AbortSignal;
  /** Builds the site in memory. Nothing is written. Throws a DiagnosticError, which the command line prints. */
  build(): Promise<SiteInMemory>;
  /** Serves a site in memory on a free port of this machine, until `close()` is called or the command ends. */
  serve(site: SiteInMemory): Promise<{ url: string; close(): Promise<void> }>;
}

/** An option of a command with more than a description. */
export interface CommandOption {
  description: string;
  /** Value if the option is not given. */
  default?: unknown;
  /** Values that the option accepts. */
  choices?: readonly string[];
  /** Converts a value. `before` is the default, or the result for the value before, if the option is repeated. */
  parse?: (value: string, before: unknown) => unknown;
}

/** Values of options by their names in camelCase, such as `port`. */
// biome-ignore lint/suspicious/noExplicitAny: the types of values follow from the options that a command declares.
export type Flags = Record<string, any>;

/** A command of the command line: `cascader-docs <name>`. */
export interface Command<WorksWith = Kit> {
  /** One line for `--help`. */
  description: string;
  /** Arguments after the name, such as `<file>` or `[pages...]`. Default: none. */
  arguments?: string;
  /** Options by their flags, such as `{ '--port <number>': 'port of the server' }`. Default: none. */
  options?: Record<string, string | CommandOption>;
  /** Runs the command. Returns the exit code, or a promise of it. Default: 0. */
  run(kit: WorksWith, flags: Flags, args: (string | string[] | undefined)[]): unknown;
}
