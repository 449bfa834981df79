import type { HostFileLimit } from '../../base/diagnostics/codes/output.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { Target } from '../../project/config/targets.ts';
import { HOSTS, type HostLimits } from './hosts.ts';

export interface Upload {
  /** Bytes by output path. */
  files: ReadonlyMap<string, number>;
  /** Lines of `_redirects`, or the redirects in `vercel.json`. */
  redirects: string[];
}

/** Site (CD608), file (CD609), redirect (CD610). */
export function checkHost(target: Target, upload: Upload): Diagnostic[] {
  const host = HOSTS[target];
  return [...checkSite(host, upload), ...checkFiles(host, upload), ...checkRedirects(host, upload)];
}

function checkSite({ name: host, files: count, size, filesInFolder }: HostLimits, { files }: Upload): Diagnostic[] {
  const bytes = [...files.values()].reduce((sum, fileBytes) => sum + fileBytes, 0);
  const folders = filesInFolder === undefined ? [] : [...countByFolder(files.keys())];
  return [
    ...(count && files.size > count.most
      ? [createDiagnostic('host-site-limit', { host, found: { files: files.size }, ...count })]
      : []),
    ...(size && bytes > size.most ? [createDiagnostic('host-site-limit', { host, found: { bytes }, ...size })] : []),
    ...folders.flatMap(([folder, found]) =>
      filesInFolder !== undefined && found > filesInFolder
        ? [createDiagnostic('host-site-limit', { host, found: { files: found, folder }, most: filesInFolder })]
        : [],
    ),
  ];
}

function checkFiles(host: HostLimits, { files }: Upload): Diagnostic[] {
  const { fileSize = Number.POSITIVE_INFINITY, pathLength = Number.POSITIVE_INFINITY, refused } = host;
  const paths = [...files.keys()];
  const refusals: { limit: HostFileLimit; files: string[] }[] = [
    { limit: { fileSize }, files: paths.filter((path) => (files.get(path) as number) > fileSize) },
    { limit: { pathLength }, files: paths.filter((path) => Buffer.byteLength(path) > pathLength) },
    ...(refused
      ? [{ limit: { characters: refused.shown }, files: paths.filter((path) => refused.pattern.test(path)) }]
      : []),
  ];
  return refusals
    .filter((refusal) => refusal.files.length > 0)
    .map((refusal) => createDiagnostic('host-file-refused', { host: host.name, ...refusal }));
}

function checkRedirects(
  { name: host, redirects: most, redirectLength }: HostLimits,
  { redirects }: Upload,
): Diagnostic[] {
  const found = redirects.length;
  const redirect = redirectLength === undefined ? undefined : redirects.find((line) => line.length > redirectLength);
  return [
    ...(most !== undefined && found > most
      ? [createDiagnostic('host-redirect-limit', { case: 'too-many', host, found, most })]
      : []),
    ...(redirectLength === undefined || redirect === undefined
      ? []
      : [createDiagnostic('host-redirect-limit', { case: 'too-long', host, redirect, most: redirectLength })]),
  ];
}

function countByFolder(paths: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}
