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

/** A command that a plugin adds to the command line: `cascader-docs <name>`. */
export interface PluginCommand {
  /** One line for `--help`. */
  description: string;
  /** Arguments after the name, such as `<file>` or `[pages...]`. Default: none. */
  arguments?: string;
  /** Descriptions of options by flags, such as `{ '--port <number>': 'port of the server' }`. Default: none. */
  options?: Record<string, string>;
  /**
   * Runs the command.
   *
   * @param flags values of the options by their names in camelCase, such as `port`
   * @param args values of the arguments
   * @returns the exit code, or a promise of it. Default: 0
   */
  run(kit: Kit, flags: Record<string, string | boolean | undefined>, args: (string | string[] | undefined)[]): unknown;
}
