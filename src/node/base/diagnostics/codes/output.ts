import type { CodeEntry } from './entry.ts';

/** Folder that the output folder must neither be nor contain. */
export type ProtectedFolder = 'file-system' | 'home' | 'site-root' | 'cache' | { source: string };

/** Reason why a path conflicts with other paths in the same folder. */
export type NameConflict =
  | { kind: 'no-name' | 'device' | 'file-and-folder'; path: string }
  | { kind: 'case'; path: string; twin: string };

/** Amount that a hosting provider limits, as measured in a site. */
export type HostedAmount = { files: number; folder?: string } | { bytes: number };

export type HostFileLimit = { fileSize: number } | { pathLength: number } | { characters: string };

const REDIRECTING_PAGES = [
  'All redirects still work: pages at the old routes redirect in the browser, without support from the host',
];

function describeProtected(folder: ProtectedFolder): string {
  if (typeof folder === 'object') return `\`${folder.source}\`, which the site is built from`;
  return {
    'file-system': 'the root of the file system',
    home: 'your home folder',
    'site-root': "the site's root",
    cache: 'the cache folder (`cacheDir`)',
  }[folder];
}

export function describeConflict(conflict: NameConflict): string {
  const { kind, path } = conflict;
  if (kind === 'no-name') return `\`${JSON.stringify(path).slice(1, -1)}\` is not a valid name for a file in the site`;
  if (kind === 'device') return `\`${path}\` has a name that Windows reserves for a device`;
  if (kind === 'case') return `\`${conflict.twin}\` and \`${path}\` are the same file on case-insensitive file systems`;
  return `\`${path}\` is a file, but other pages or files need a folder with that name`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

function megabytes(bytes: number): string {
  return `${number(Math.ceil(bytes / 1024 / 1024))} MB`;
}

export interface Difference {
  line: number;
  kept: string;
  made: string;
}

/** Output folder that `npm pack` includes. */
export interface SiteInPackage {
  folder: string;
  /** True if package.json has `files`. */
  hasFiles: boolean;
  /** How the library itself uses the folder. */
  use: string | undefined;
  ignoreFile: string;
}

export const OUTPUT = {
  CD601: {
    name: 'output-not-replaceable',
    example: { when: '`cascader-docs build --out .`' },
    message: {
      foreign: ({ folder, file }: { folder: string; file: string }) => ({
        text: `The output folder ${folder} contains files that this tool did not write, such as \`${file}\``,
        notes: ['Nothing was deleted. Empty the folder yourself, or choose another folder with --out or `outputPath`.'],
      }),
      'broken-link': ({ folder }: { folder: string }) => ({
        text: `The output folder ${folder} is a link to a folder that does not exist`,
        notes: ['Create the folder, or remove the link.'],
      }),
      protected: ({
        folder,
        relation,
        what,
      }: {
        folder: string;
        relation: 'is' | 'contains';
        what: ProtectedFolder;
      }) => ({
        text: `The output folder ${folder} ${relation} ${describeProtected(what)}`,
        notes: ['Set --out or `outputPath` to a folder that contains only the site, such as `dist`.'],
      }),
      'not-renamed': ({ folder, code }: { folder: string; code: string }) => ({
        text: `The output folder ${folder} cannot be replaced, because it cannot be renamed (${code})`,
        notes: [
          'Close programs that have the folder open. If the folder is mounted, mount its parent folder, or set --out to a folder inside it.',
        ],
      }),
      'closed-parent': ({ folder }: { folder: string }) => ({
        text: `The output folder ${folder} cannot be replaced, because its parent folder is not writable`,
        notes: ['Set --out to a folder whose parent folder is writable, such as a folder inside this folder.'],
      }),
      'unreadable-list': ({ file }: { file: string }) => ({
        text: `The list of files in ${file} cannot be read, so it is unknown which files belong to the site`,
        notes: ['Delete the folder if it contains only the site, or choose another folder with --out.'],
      }),
    },
  },
  CD602: {
    name: 'output-locked',
    example: { when: 'two builds of one site at the same time' },
    message: ({
      folder,
      owner,
      lockPath,
    }: {
      folder: string;
      owner?: { pid: number; host?: string };
      lockPath: string;
    }) => ({
      text: `Another build is writing to ${folder} (${
        owner ? `process ${owner.pid}${owner.host === undefined ? '' : ` on ${owner.host}`}` : 'another process'
      })`,
      notes: [`Wait until that build finishes. If no build is running, delete ${lockPath}.`],
    }),
  },
  CD603: {
    name: 'no-space-left',
    example: { when: 'a build on a full disk' },
    message: ({ file, code }: { file: string; code: string }) => ({
      text: `No space left on the disk to write ${file} (${code})`,
      notes: ['Free some space, or write to another disk. The previous files are unchanged.'],
    }),
  },
  CD604: {
    name: 'write-failed',
    example: { when: 'a build into a folder that belongs to another user' },
    message: ({ file, reason, code }: { file: string; reason: string; code: string }) => ({
      text: `Cannot write ${file}: ${reason} (${code})`,
    }),
  },
  CD605: {
    name: 'foreign-output-file',
    example: { when: '`cascader-docs build`, where `dist/index.html` was written manually' },
    message: ({ folder, names: [first = '', ...others] }: { folder: string; names: string[] }) => ({
      text: `\`${first}\` in ${folder} was not written by this tool, but the site contains a file or folder with that name`,
      notes: [
        ...others.map((name) => `Also \`${name}\``),
        'If the build may replace the existing file or folder, delete it.',
      ],
    }),
  },
  CD606: {
    name: 'conflicting-output-names',
    example: { files: { 'docs/button.md': '# Button\n', 'docs/public/button': 'A file\n' } },
    message: ({ conflicts }: { conflicts: NameConflict[] }) => {
      const [text = '', ...others] = conflicts.map(describeConflict);
      return { text, notes: [...others, 'Rename the page or the public file.'] };
    },
  },
  CD607: {
    name: 'previous-site-not-removed',
    severity: 'warning',
    example: { when: 'a build on Windows, while another program has a file of the previous site open' },
    message: ({ previous, reason }: { previous: string; reason: string }) => ({
      text: `The new site is in place, but the previous one could not be removed: ${reason}`,
      notes: [`Delete ${previous}.`],
    }),
  },
  CD608: {
    name: 'host-site-limit',
    severity: 'warning',
    example: { when: "a site with 25,000 files and `target: 'cloudflare-pages'`" },
    message: ({
      host,
      found,
      most,
      more,
    }: {
      host: string;
      found: HostedAmount;
      most: number;
      more?: number | undefined;
    }) => {
      const limit = (value: number): string => ('bytes' in found ? megabytes(value) : number(value));
      const amount =
        'bytes' in found
          ? `is ${megabytes(found.bytes)}`
          : `has ${number(found.files)} files${found.folder === undefined ? '' : ` in ${found.folder || 'its root folder'}`}`;
      const paid = more === undefined ? '' : ` (${limit(more)} on a paid plan)`;
      return {
        text: `The site ${amount}, but ${host} allows ${limit(most)}${paid}`,
        notes: ['To make the site smaller, omit the Markdown versions of pages: `llms: { twins: false }`.'],
      };
    },
  },
  CD609: {
    name: 'host-file-refused',
    severity: 'warning',
    example: {
      files: {
        'docs/index.md': '# Home\n',
        'docs/public/a#b.txt': 'x\n',
        'cascader-docs.config.ts': "export default { target: 'netlify' };\n",
      },
    },
    message: ({
      host,
      files: [first = '', ...others],
      limit,
    }: {
      host: string;
      files: string[];
      limit: HostFileLimit;
    }) => {
      const named = others.slice(0, 2).map((path) => `Also \`${path}\``);
      const rest = others.length - named.length;
      const rule =
        'fileSize' in limit
          ? `the limit for a file is ${megabytes(limit.fileSize)}`
          : 'pathLength' in limit
            ? `the limit for a path is ${limit.pathLength} bytes`
            : `names must not contain ${limit.characters}`;
      return {
        text: `${host} does not accept \`${first}\`: ${rule}`,
        notes: [...named, ...(rest > 0 ? [`And ${rest} more.`] : [])],
      };
    },
  },
  CD610: {
    name: 'host-redirect-limit',
    severity: 'warning',
    example: { when: "a site with 2,100 redirects and `target: 'cloudflare-pages'`" },
    message: {
      'too-many': ({ host, found, most }: { host: string; found: number; most: number }) => ({
        text: `The site has ${number(found)} redirects, but ${host} allows ${number(most)}`,
        notes: REDIRECTING_PAGES,
      }),
      'too-long': ({ host, redirect, most }: { host: string; redirect: string; most: number }) => ({
        text: `${host} limits redirects to ${most} characters: \`${redirect.slice(0, 80)}…\``,
        notes: REDIRECTING_PAGES,
      }),
    },
  },
  CD613: {
    name: 'cache-mismatch',
    example: { when: '`cascader-docs build --verify-cache`, with a theme that shows the time' },
    message: ({ name, difference }: { name: string; difference?: Difference }) => ({
      text: `The cached result of ${name} differs from the result of a new build, although the known inputs are unchanged`,
      notes: [
        ...(difference
          ? [
              `Cached: ${difference.kept} (line ${difference.line}).`,
              `Built: ${difference.made} (line ${difference.line}).`,
            ]
          : []),
        'If a demo shows the date or random values, set `volatile: true` on it. If a page or a theme does so, set `cache: { rendered: false }`.',
        'If a theme or a page reads files while it is rendered, import these files instead.',
        'Otherwise, report a bug. `cascader-docs cache --clear` removes the incorrect result.',
      ],
    }),
  },
  CD614: {
    name: 'site-in-package',
    severity: 'warning',
    example: {
      files: { 'package.json': '{ "name": "my-library", "version": "1.0.0", "files": ["dist"] }\n' },
    },
    message: ({ folder, hasFiles, use, ignoreFile }: SiteInPackage) => ({
      text: `The site is published with the package: \`npm pack\` includes files from the output folder ${folder}`,
      notes: hasFiles
        ? [
            "Build into a folder that is not published: set `outputPath: 'site'` in the configuration.",
            `If the folder contains only the site, you can add \`!${folder}\` to \`files\` instead.`,
          ]
        : use
          ? [
              `The library itself uses the folder: ${use}.`,
              `Build into another folder: set \`outputPath: 'site'\` in the configuration, and add the line /site to ${ignoreFile}.`,
            ]
          : [`Add the line /${folder} to ${ignoreFile}, or list the published files under \`files\` in package.json.`],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
