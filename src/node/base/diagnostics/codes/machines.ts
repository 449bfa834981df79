import type { CodeEntry } from './entry.ts';

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

export const MACHINES = {
  CD613: {
    name: 'cache-mismatch',
    severity: 'error',
    example: { when: '`cascader-docs build --verify-cache`, where a theme shows the time' },
    message: ({ name, difference }: { name: string; difference?: Difference }) => ({
      text: `The cached result of ${name} differs from a new build, although its known inputs are unchanged`,
      notes: [
        ...(difference
          ? [
              `Cached: ${difference.kept} (line ${difference.line}).`,
              `Built: ${difference.made} (line ${difference.line}).`,
            ]
          : []),
        'If a demo shows the date or random values, set `volatile: true` on it. For a page or a theme that does so, set `cache: { rendered: false }`.',
        'A theme or a page that reads files while it is rendered gets them from an import instead, such as `./data.json`.',
        'Otherwise, report a bug. `cascader-docs cache --clear` removes the wrong result.',
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
