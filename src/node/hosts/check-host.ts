import type { Target } from '../config/targets.ts';
import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { HOSTS, type HostLimits } from './hosts.ts';

/** What is about to be uploaded. */
export interface Upload {
  /** Bytes by output path. */
  files: ReadonlyMap<string, number>;
  /** Lines of `_redirects`, or what stands for them. */
  redirects: string[];
}

/** Names that are told of a kind; the rest is counted. */
const TOLD = 3;

/** Warnings for all that a host would refuse: site (CD608), file (CD609), redirect (CD610). */
export function checkHost(target: Target, upload: Upload): Diagnostic[] {
  const host = HOSTS[target];
  return [...checkSite(host, upload), ...checkFiles(host, upload), ...checkRedirects(host, upload)];
}

function checkSite(host: HostLimits, { files }: Upload): Diagnostic[] {
  const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
  const tooMany = (what: string, found: string, most: string, more: string | undefined): Diagnostic => ({
    ...warning(
      'CD608',
      `The site has ${found}, and ${host.name} takes ${most}${more ? ` (${more} on a paid plan)` : ''}`,
    ),
    notes: [`With \`llms: { twins: false }\` ${what}: pages have no Markdown twins then`],
  });
  const { files: count, size, filesInFolder } = host;
  return [
    ...(count && files.size > count.most
      ? [
          tooMany(
            'there are fewer',
            `${number(files.size)} files`,
            number(count.most),
            count.more === undefined ? undefined : number(count.more),
          ),
        ]
      : []),
    ...(size && bytes > size.most
      ? [
          tooMany(
            'it is smaller',
            megabytes(bytes),
            megabytes(size.most),
            size.more === undefined ? undefined : megabytes(size.more),
          ),
        ]
      : []),
    ...(filesInFolder === undefined
      ? []
      : Array.from(countByFolder(files.keys()))
          .filter(([, found]) => found > filesInFolder)
          .map(([folder, found]) =>
            tooMany(
              'there are fewer',
              `${number(found)} files in ${folder || 'its top folder'}`,
              number(filesInFolder),
              undefined,
            ),
          )),
  ];
}

function checkFiles(host: HostLimits, { files }: Upload): Diagnostic[] {
  const { fileSize = Number.POSITIVE_INFINITY, pathLength = Number.POSITIVE_INFINITY, refused } = host;
  const paths = [...files.keys()];
  const large = paths.filter((path) => (files.get(path) as number) > fileSize);
  const long = paths.filter((path) => Buffer.byteLength(path) > pathLength);
  const wrong = refused ? paths.filter((path) => refused.pattern.test(path)) : [];
  return [
    ...tellFiles(large, `${host.name} takes no file above ${megabytes(fileSize)}`),
    ...tellFiles(long, `${host.name} takes no path above ${pathLength} bytes`),
    ...tellFiles(wrong, `${host.name} takes ${refused?.why}`),
  ];
}

function tellFiles(paths: string[], why: string): Diagnostic[] {
  const [first, ...others] = paths;
  if (first === undefined) return [];
  const told = others.slice(0, TOLD - 1).map((path) => `So is \`${path}\``);
  const rest = others.length - told.length;
  return [
    {
      ...warning('CD609', `\`${first}\` is refused: ${why}`),
      notes: [...told, ...(rest > 0 ? [`And ${rest} more`] : [])],
    },
  ];
}

function checkRedirects({ name, redirects: most, redirectLength }: HostLimits, { redirects }: Upload): Diagnostic[] {
  const long = redirects.find((line) => line.length > (redirectLength ?? Number.POSITIVE_INFINITY));
  const notes = ['Their pages lead on by themselves, without the host, as long as a browser opens them'];
  return [
    ...(most !== undefined && redirects.length > most
      ? [
          {
            ...warning(
              'CD610',
              `The site has ${number(redirects.length)} redirects, and ${name} takes ${number(most)}`,
            ),
            notes,
          },
        ]
      : []),
    ...(long === undefined
      ? []
      : [
          {
            ...warning(
              'CD610',
              `${name} takes no redirect above ${redirectLength} characters: \`${long.slice(0, 80)}…\``,
            ),
            notes,
          },
        ]),
  ];
}

function warning(code: Code, text: string): Pick<Diagnostic, 'severity' | 'code' | 'text'> {
  return { severity: 'warning', code, text };
}

function countByFolder(paths: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

function megabytes(bytes: number): string {
  return `${number(Math.ceil(bytes / 1024 / 1024))} MB`;
}
