import fs from 'node:fs/promises';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { loadSite } from '../build/site.ts';
import { createDevSite, type DevSite, type DevSiteOptions } from './dev-site.ts';
import type { WatchScope } from './site-watcher.ts';

/** A site as its configuration says, or why there is none. */
export interface SiteState {
  site?: DevSite;
  base: string;
  /** Host names that requests may use. */
  allowedHosts: string[];
  /** What is wrong with the configuration. */
  diagnostics: Diagnostic[];
  /** The configuration cannot be used: the site is as it was before. */
  isBroken: boolean;
  /** Absolute paths of the files that make the configuration. */
  inputs: string[];
  scope: WatchScope;
}

/** Where a site is, and what it is made with. */
export interface OpenOptions extends DevSiteOptions {
  root: string;
  /** Wins over the configuration. */
  base?: string;
  /** Gives up waiting for the configuration; then the site cannot be opened. */
  signal?: AbortSignal;
}

/**
 * Reads the configuration and creates the site; nothing is made yet. A configuration that cannot be used gives the site
 * of before. Throws a {@link DiagnosticError} when there never was such a folder.
 */
export async function openSite(
  { root, base, signal, ...options }: OpenOptions,
  before?: SiteState,
): Promise<SiteState> {
  const inputs = new Set<string>();
  try {
    const { site, diagnostics } = await loadSite(root, { base, inputs, signal });
    const { config, projectRoot } = site;
    return {
      site: createDevSite(site, options),
      base: config.base,
      allowedHosts: config.server.allowedHosts,
      diagnostics,
      isBroken: false,
      inputs: [...inputs],
      scope: { projectRoot, outDir: config.outDir, publicDir: config.publicDir },
    };
  } catch (error) {
    if (signal?.aborted || !(error instanceof DiagnosticError)) throw error;
    const isNoFolder = error.diagnostics.some(({ code }) => code === 'CD100');
    if (isNoFolder && !before) throw error;
    const last = before ?? { base: '/', allowedHosts: [], inputs: [], scope: { projectRoot: await fs.realpath(root) } };
    return {
      ...last,
      diagnostics: error.diagnostics,
      isBroken: true,
      inputs: [...new Set([...last.inputs, ...inputs])],
    };
  }
}
