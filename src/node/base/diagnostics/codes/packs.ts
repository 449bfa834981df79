import type { CodeEntry } from './entry.ts';

export interface SizedFile {
  file: string;
  bytes: number;
}

const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1000)} kB`;

export const PACKS = {
  CD880: {
    name: 'no-library-to-pack',
    example: { when: '`cascader-docs pack` in a site that documents no library' },
    message: {
      none: () => ({
        text: 'The site documents no package with a name and a version',
        notes: [
          'Add `name` and `version` to the package.json of the library.',
          'Set the library in the configuration: `library: { entry: "./src/index.tsx" }`.',
        ],
      }),
      several: ({ names }: { names: string[] }) => ({
        text: `The site documents several packages: ${names.join(', ')}`,
        notes: [`Choose one: \`npx cascader-docs pack --package ${names[0]}\`.`],
      }),
      unknown: ({ name, names }: { name: string; names: string[] }) => ({
        text: `The site does not document the package ${name}`,
        notes: [`It documents ${names.join(', ')}.`],
      }),
    },
  },
  CD881: {
    name: 'not-a-pack',
    example: { when: '`cascader-docs pack --out-dir src`' },
    message: ({ folder, file }: { folder: string; file: string }) => ({
      text: `The folder ${folder} contains files that \`pack\` did not write, such as \`${file}\``,
      notes: [
        'Nothing was deleted. Choose another folder with --out-dir or `pack.outDir`, or empty the folder yourself.',
      ],
    }),
  },
  CD882: {
    name: 'pack-too-large',
    example: { when: '`cascader-docs pack` for a site with 400 kB of Markdown' },
    message: ({ bytes, most, largest }: { bytes: number; most: number; largest: SizedFile[] }) => ({
      text: `The documentation is ${kilobytes(bytes)}, but the limit is ${kilobytes(most)}. Nothing was written`,
      notes: [
        `Largest files: ${largest.map((one) => `${one.file} (${kilobytes(one.bytes)})`).join(', ')}.`,
        "Exclude pages: `pack: { exclude: ['/blog*'] }`.",
        `Or raise the limit: \`--max-size ${Math.ceil(bytes / 1000)}\`, or \`pack.maxSize\` in the configuration.`,
      ],
    }),
  },
  CD883: {
    name: 'pack-not-published',
    severity: 'warning',
    example: { when: '`cascader-docs pack` in a library whose `files` does not include `skills`' },
    message: {
      unlisted: ({ folder, entry }: { folder: string; entry: string }) => ({
        text: `npm would not publish ${folder}, because \`files\` in package.json does not include it`,
        notes: [`Add a line to \`files\`: \`"${entry}"\`.`],
      }),
      ignored: ({ folder, entry }: { folder: string; entry: string }) => ({
        text: `npm would not publish ${folder}, because an ignore file excludes it`,
        notes: [
          `List the published files in package.json: \`"files": ["lib", "${entry}"]\`. Git may still ignore the folder.`,
        ],
      }),
      elsewhere: ({ folder, name }: { folder: string; name: string }) => ({
        text: `${folder} belongs in the package ${name}, which is not developed in this project`,
        notes: [`Copy the folder into the package before it is published.`],
      }),
    },
  },
  CD884: {
    name: 'package-not-installed',
    example: { when: '`cascader-docs mcp --package button` in a project without this package' },
    message: ({ name, folder }: { name: string; folder: string }) => ({
      text: `The package ${name} is not installed in ${folder}`,
      notes: [`Install it: \`npm install ${name}\`.`, 'Or specify the folder of another project: `--root <folder>`.'],
    }),
  },
  CD885: {
    name: 'package-without-docs',
    example: { when: '`cascader-docs mcp --package react`' },
    message: ({ name, version, folder }: { name: string; version: string; folder: string }) => ({
      text: `${name} ${version} contains no documentation (${folder})`,
      notes: [
        'Install a version that contains documentation, or use the site of the package: `npx cascader-docs mcp <url>`.',
        'Package authors add documentation with `npx cascader-docs pack` before they publish.',
      ],
    }),
  },
  CD886: {
    name: 'damaged-pack',
    example: { when: '`cascader-docs mcp --package button`, after a documentation file was deleted' },
    message: {
      missing: ({ folder, files: [first = '', ...others] }: { folder: string; files: string[] }) => ({
        text: `The documentation in ${folder} lacks ${first}${others.length > 0 ? ` and ${others.length} more ${others.length === 1 ? 'file' : 'files'}` : ''}`,
        notes: ['Reinstall the package, or report the missing files to its author.'],
      }),
      unreadable: ({ folder, file, reason }: { folder: string; file: string; reason: string }) => ({
        text: `The documentation in ${folder} cannot be read: ${file} ${reason}`,
        notes: [
          'Reinstall the package. If a newer version of cascader-docs wrote the documentation, update cascader-docs.',
        ],
      }),
    },
  },
  CD887: {
    name: 'unknown-docs-version',
    example: { when: '`cascader-docs mcp --version 0.1` for a site without this version' },
    message: ({ version, known }: { version: string; known: string[] }) => ({
      text: `The site has no archived documentation for version ${version}`,
      notes: [
        known.length > 0
          ? `Archived versions: ${known.join(', ')}.`
          : 'Archive a version: `npx cascader-docs versions add`.',
        'Omit --version to answer from the built site.',
      ],
    }),
  },
  CD888: {
    name: 'pack-not-in-prepack',
    severity: 'info',
    example: { when: '`cascader-docs pack` in a library without a script that runs it' },
    message: ({ script, command }: { script: string; command: string }) => ({
      text: `No script in package.json runs \`pack\`, so a release may contain the documentation of an earlier version`,
      notes: [`Run \`pack\` before each release, in the script \`${script}\`: \`"${script}": "${command}"\`.`],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
