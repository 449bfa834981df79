import fs from 'node:fs/promises';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { loadSite } from '../build/site.ts';
import { createDevSite, type DevSite, type DevSiteOptions } from './dev-site.ts';
import type { WatchScope } from './site-watcher.ts';

/** A site with its current configuration, or the errors that prevent it. */
export interface SiteState {
  site?: DevSite;
  base: string;
  /** Host names that requests may use. */
  allowedHosts: string[];
  diagnostics: Diagnostic[];
  /** True if the configuration is invalid. The site is then the previous one. */
  isBroken: boolean;
  /** Absolute paths of the configuration and of the files that it imports. */
  inputs: string[];
  scope: WatchScope;
}

export interface OpenOptions extends DevSiteOptions {
  root: string;
  /** Overrides `base` of the configuration. */
  base?: string;
  /** Stops waiting for the configuration; opening the site then fails. */
  signal?: AbortSignal;
}

/**
 * If the configuration is invalid, the result has the site of `before`. Throws a {@link DiagnosticError} if the folder
 * does not exist and there is no `before`.
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
      scope: { projectRoot, outDir: config.outDir, publicDir: config.publicDir, versions: config.versions },
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
