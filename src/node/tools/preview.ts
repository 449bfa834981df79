import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { shownPath } from '../base/files/paths.ts';
import { toWriteFailure } from '../base/files/write-error.ts';
import { MARKER } from '../base/marker.ts';
import { loadSite } from '../build/site.ts';
import type { Outputs } from '../dev/server/responses.ts';
import { createStaticServer } from '../dev/server/static-server.ts';
import { resolveOutDir } from '../output/check-out-dir.ts';
import { readManifest } from '../output/manifest.ts';
import { recoverOutput } from '../output/swap.ts';
import type { SiteOverrides } from '../project/config/types.ts';

export interface PreviewOptions extends SiteOverrides {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Port number; 0 for any free port. Default 4172. */
  port?: number;
  /** Host name or IP address to listen on. Default `localhost`. */
  host?: string;
  /** If the port is in use, fails instead of trying the next ports. Default false. */
  strictPort?: boolean;
  /** Host names, in addition to those of this machine, that requests may use. */
  allowedHosts?: string[];
  /** Aborts the start. */
  signal?: AbortSignal;
}

/** A running preview. */
export interface PreviewServer {
  /** URLs to open. The local URL comes first. */
  urls: string[];
  port: number;
  /** True if other machines can reach the server. */
  exposed: boolean;
  close(): Promise<void>;
}

/**
 * Serves the built site as a static host does. If the site is rebuilt in the meantime, the new site is served immediately.
 *
 * @throws {@link DiagnosticError} with exit code 2 if there is no built site or no port to listen on
 */
export async function preview(options: PreviewOptions = {}): Promise<PreviewServer> {
  const { root = process.cwd(), port = 4172, host = 'localhost', strictPort } = options;
  const { site } = await loadSite(root, options);
  const { outDir, base, server } = site.config;
  const allowedHosts = [...server.allowedHosts, ...(options.allowedHosts ?? [])];
  await recoverOutput({ outDir, root: site.root });
  const files = createOutputReader(outDir, site.root);
  await files();
  return createStaticServer({ files, base, port, host, strictPort, allowedHosts });
}

/** Reads the list of outputs in `outDir`, and reads it again after each build of the folder. */
function createOutputReader(outDir: string, root: string): () => Promise<Outputs> {
  let known: { stamp: string; outputs: Outputs } | undefined;
  return async () => {
    const stamp = await stampOf(join(outDir, MARKER));
    // A build renames two folders. Between the renames, there is briefly no output folder.
    if (known && (stamp === undefined || known.stamp === stamp)) return known.outputs;
    const outputs = await readOutputs(outDir, root);
    if (stamp !== undefined) known = { stamp, outputs };
    return outputs;
  };
}

async function readOutputs(outDir: string, root: string): Promise<Outputs> {
  try {
    const folder = await resolveOutDir(outDir);
    const paths = await readManifest(folder);
    if (paths) return new Map(paths.map((path) => [path, () => readFile(join(folder, path))]));
  } catch (error) {
    throw toWriteFailure(root, error);
  }
  throw failure(2, 'no-built-site', { folder: shownPath(root, outDir) });
}

async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { ino, mtimeMs, size } = await stat(path);
    return `${ino} ${mtimeMs} ${size}`;
  } catch {
    // The folder does not exist. The reason is reported later, when the list of outputs is read.
    return undefined;
  }
}
