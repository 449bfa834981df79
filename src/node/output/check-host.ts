import fs from 'node:fs';
import path from 'node:path';
import type { HostFileLimit } from '../base/diagnostics/codes/output.ts';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { relativePath } from '../base/files/paths.ts';
import type { Target } from '../project/config/targets.ts';

/** Limits of a hosting provider. A limit is absent if the provider documents none. Sizes are in bytes. */
interface HostLimits {
  name: string;
  /** Maximum number of files in a site; `more` is the limit of a paid plan. */
  files?: { most: number; more?: number };
  filesInFolder?: number;
  fileSize?: number;
  /** Maximum size of the whole site in bytes. */
  size?: { most: number; more?: number };
  redirects?: number;
  /** Maximum number of characters in a line of `_redirects`. */
  redirectLength?: number;
  /** Maximum number of bytes in the path of a file. */
  pathLength?: number;
  /** Characters that the provider refuses in names. */
  refused?: { pattern: RegExp; shown: string };
}

const MB = 1024 * 1024;

const HOSTS: Record<Target, HostLimits> = {
  // docs.github.com, "GitHub Pages limits": published sites may be no larger than 1 GB. actions/upload-pages-artifact: larger
  // sites are likely to exceed the limit of ten minutes, and nothing above 10 GB is deployed.
  'github-pages': { name: 'GitHub Pages', size: { most: 1024 * MB } },
  // developers.cloudflare.com, "Pages: Limits" and "Redirects": 20,000 files on the free plan, 100,000 on paid plans since
  // January 2026, 25 MiB per file, 2,000 static redirects of 1,000 characters.
  'cloudflare-pages': {
    name: 'Cloudflare Pages',
    files: { most: 20_000, more: 100_000 },
    fileSize: 25 * MB,
    redirects: 2000,
    redirectLength: 1000,
  },
  // docs.netlify.com, "Deploy overview": 54,000 files per folder, without a limit for the site. The deployment reports: "Deployed
  // filenames cannot contain # or ? characters".
  netlify: {
    name: 'Netlify',
    filesInFolder: 54_000,
    refused: { pattern: /[#?]/, shown: '# or ?' },
  },
  // vercel.com, "Limits": 100 MB of static files on the Hobby plan, 1 GB on Pro; 2,048 routes, of which our headers need four.
  vercel: { name: 'Vercel', size: { most: 100 * MB, more: 1024 * MB }, redirects: 2044 },
  // docs.aws.amazon.com, "Naming Amazon S3 objects": 1,024 bytes per key; "Uploading objects": 5 GB in one request.
  s3: { name: 'S3', pathLength: 1024, fileSize: 5 * 1024 * MB },
};

export interface Upload {
  /** Bytes by output path. */
  files: ReadonlyMap<string, number>;
  /** Lines of `_redirects`, or the redirects in `vercel.json`. */
  redirects: string[];
}

/** Reports what exceeds the host's limits: the site (CD608), a file (CD609), or a redirect (CD610). */
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

export function readUpload(folder: string): Upload {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file): [string, number] => [relativePath(folder, file), fs.statSync(file).size]);
  return { files: new Map(files), redirects: readRedirects(folder) };
}

function readRedirects(folder: string): string[] {
  const read = (name: string): string => {
    try {
      return fs.readFileSync(path.join(folder, name), 'utf8');
    } catch {
      // A site without redirects has no such file, and each hosting provider reads only one of the two.
      return '';
    }
  };
  const lines = read('_redirects').split('\n');
  const sources = read('vercel.json').match(/"source": .*\n\s*"destination"/g) ?? [];
  return [...lines.filter((line) => /^[^#\s]/.test(line)), ...sources];
}
