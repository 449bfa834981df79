import { isExternal } from '../../shared/base-url.ts';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic, Location } from '../base/diagnostics/diagnostic.ts';
import { nearestName } from '../base/diagnostics/did-you-mean.ts';
import type { Site } from '../project/config/types.ts';
import { isInVersion } from '../project/versions/version-addresses.ts';
import { machineOutputs } from './machine-outputs.ts';
import type { LoadedSite } from './types.ts';

/** CD221: a warning with `deadLinks: 'warn'`. Addresses of other sites are ignored. */
export function createConfigLinkCheck(
  { config }: Pick<Site, 'config'>,
  { pages, publicFiles, versions }: Pick<LoadedSite, 'pages' | 'publicFiles' | 'versions'>,
): (link: string, location: Location | undefined) => Diagnostic[] {
  const routes = new Set(pages.map(({ routePath }) => routePath));
  const files = new Set([...publicFiles.map(({ output }) => output), ...machineOutputs(pages, config)]);
  const severity = config.deadLinks === 'warn' ? 'warning' : 'error';
  const isThere = (link: string): boolean => {
    const path = pathOf(link);
    return (
      routes.has(path) ||
      files.has(path.slice(1)) ||
      link.startsWith('/~') ||
      isInVersion(versions, path, (route) => routes.has(route))
    );
  };
  return (link, location) => {
    if (isExternal(link) || (link.startsWith('/') && isThere(link))) return [];
    return [createDiagnostic('dead-config-link', { link, nearest: nearestName(link, routes) }, { severity, location })];
  };
}

/** Returns the path of an address, without a slash at its end. */
export function pathOf(link: string): string {
  const path = link.split(/[?#]/, 1)[0] ?? '';
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}
