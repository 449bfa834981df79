import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { SiteOverrides } from '../project/config/types.ts';

/** Options of `createDevServer`. */
export interface DevServerOptions extends Omit<SiteOverrides, 'outDir'> {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Default 4171; 0 for any free port. */
  port?: number;
  /** Name or address to listen on. Default `localhost`. */
  host?: string;
  /** Fail when the port is taken instead of trying the next ones. Default false. */
  strictPort?: boolean;
  /** Host names that requests may use besides this machine's; added to `server.allowedHosts` of the configuration. */
  allowedHosts?: string[];
  /** Gives up starting. */
  signal?: AbortSignal;
  /** Told of every update, when the pages that it is about are made anew. */
  onUpdate?: (update: DevUpdate) => void;
  /** Told what is wrong with the site or with a page that was asked for, each once until it is mended. */
  onDiagnostics?: (diagnostics: Diagnostic[]) => void;
  /** Told in a sentence why changes are looked for by the clock. */
  onPolling?: (reason: string) => void;
  /** Told of faults of the tool itself. */
  onError?: (error: unknown) => void;
}

/** What an update was about. */
export interface DevUpdate {
  /** `restart`: the configuration has changed, and everything was read anew. */
  kind: 'update' | 'restart';
  /** Changed files, relative to the site's root. */
  files: string[];
  /** From the noticed change until the pages that it is about were made anew, in milliseconds. */
  time: number;
}

/** A running dev server. */
export interface DevServer {
  /** Addresses to open, the local one first. */
  readonly urls: string[];
  readonly port: number;
  /** True when other machines can reach the server. */
  readonly exposed: boolean;
  /** Reads everything anew; port and open pages stay. */
  restart(): Promise<void>;
  close(): Promise<void>;
}
