import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { SiteOverrides } from '../project/config/types.ts';

/** Options of `createDevServer`. */
export interface DevServerOptions extends Omit<SiteOverrides, 'outDir'> {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Port to listen on; 0 for any free port. Default 4171. */
  port?: number;
  /** Name or address to listen on. Default `localhost`. */
  host?: string;
  /** Fails if the port is taken, instead of trying the next ports. Default false. */
  strictPort?: boolean;
  /** Additional host names that requests may use, added to `server.allowedHosts` of the configuration. */
  allowedHosts?: string[];
  /** Aborts the start. */
  signal?: AbortSignal;
  /** Called after every update, when the affected pages were rebuilt. */
  onUpdate?: (update: DevUpdate) => void;
  /** Receives problems of the site and of requested pages. Each is reported once until it is fixed. */
  onDiagnostics?: (diagnostics: Diagnostic[]) => void;
  /** Called with the reason, as a sentence, when changes are found by polling. */
  onPolling?: (reason: string) => void;
  /** Receives internal errors. */
  onError?: (error: unknown) => void;
}

/** An update after changed files. */
export interface DevUpdate {
  /** `restart`: the configuration changed, and the whole site was reloaded. */
  kind: 'update' | 'restart';
  /** Changed files, relative to the site's root. */
  files: string[];
  /** Milliseconds from the detected change until the affected pages were rebuilt. */
  time: number;
}

/** A running dev server. */
export interface DevServer {
  /** URLs to open, the local URL first. */
  readonly urls: string[];
  readonly port: number;
  /** True if other machines can reach the server. */
  readonly exposed: boolean;
  /** Reloads the configuration and the site. The port and open pages are kept. */
  restart(): Promise<void>;
  /** Resolves when pages contain all changes of files that were made before the call. */
  settle(): Promise<void>;
  close(): Promise<void>;
}
