import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteOverrides } from './config/types.ts';
import { DiagnosticError } from './diagnostics/diagnostic.ts';
import { shownPath } from './files/paths.ts';
import type { Outputs } from './server/responses.ts';
import { createStaticServer } from './server/static-server.ts';
import { loadSite } from './site.ts';
import { resolveOutDir } from './write/check-out-dir.ts';
import { MARKER, readManifest } from './write/manifest.ts';
import { recoverOutput } from './write/recover.ts';
import { toWriteFailure } from './write/write-error.ts';

/** Options of {@link preview}. */
export interface PreviewOptions extends SiteOverrides {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Default 4172; 0 for any free port. */
  port?: number;
  /** Name or address to listen on. Default `localhost`. */
  host?: string;
  /** Fail when the port is taken instead of trying the next ones. Default false. */
  strictPort?: boolean;
  /** Host names that requests may use besides this machine's. */
  allowedHosts?: string[];
  /** Gives up starting. */
  signal?: AbortSignal;
}

/** A running preview. */
export interface PreviewServer {
  /** Addresses to open, the local one first. */
  urls: string[];
  port: number;
  /** True when other machines can reach the server. */
  exposed: boolean;
  close(): Promise<void>;
}

/**
 * Serves the built site as a static host does. A site that is built again while the preview runs is shown at once.
 * Throws a {@link DiagnosticError} with exit code 2 when there is no built site, or no port to listen on.
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

/** Reads the list of outputs in `outDir`, and reads it again whenever the folder has been built again. */
function createOutputReader(outDir: string, root: string): () => Promise<Outputs> {
  let known: { stamp: string; outputs: Outputs } | undefined;
  return async () => {
    const stamp = await stampOf(join(outDir, MARKER));
    // Between the two renames of a build there is no folder for a moment.
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
  const text = `There is no built site in ${shownPath(root, outDir)}`;
  const notes = ['Build it first: `npx cascader-docs build`'];
  throw new DiagnosticError([{ severity: 'error', code: 'CD120', text, notes }], 2);
}

async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { ino, mtimeMs, size } = await stat(path);
    return `${ino} ${mtimeMs} ${size}`;
  } catch {
    // No folder: reading the list says why.
    return undefined;
  }
}
