/** Codes of versions: the list and the sealed files. */
import type { CodeEntry } from './entry.ts';

const RESTORE = 'Restore the folder of the versions from a commit: `git restore versions`';

/** Returns the first names of a list, and the number of the others. */
export function some(names: readonly string[], most = 10): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

/** Reason why a sealed file cannot be published. */
export type SealedDamage =
  | { is: 'missing' | 'no-file' | 'linked-folder' | 'changed' }
  | { is: 'size'; found: number; size: number }
  | { is: 'unreadable'; code: string };

function describeDamage(damage: SealedDamage): string {
  switch (damage.is) {
    case 'missing':
      return 'is missing';
    case 'no-file':
      return 'is not a regular file';
    case 'linked-folder':
      return 'is in a folder that is a symbolic link';
    case 'changed':
      return 'was changed: its content does not match its hash';
    case 'size':
      return `has ${damage.found} bytes instead of ${damage.size}`;
    case 'unreadable':
      return `cannot be read (${damage.code})`;
  }
}

export const SEALED_VERSIONS = {
  CD860: {
    name: 'invalid-version-list',
    severity: 'error',
    says: 'The list of versions cannot be read',
    fix: 'Correct the entry that the message names, or restore the file from a commit.',
    example: { files: { 'versions/versions.json': '{ "format": 1, }\n', 'docs/index.md': '# Home\n' } },
    message: ({ file, reason }: { file: string; reason: string }) => ({
      text: `${file} is not a list of versions: ${reason}`,
      notes: [RESTORE, 'If the folder has another purpose, set `versions: false` in the configuration.'],
    }),
  },
  CD861: {
    name: 'invalid-version-tree',
    severity: 'error',
    says: 'The list of the files of a sealed version cannot be read, or does not match its seal',
    fix: 'Restore the file from a commit, or add the version again.',
    example: {
      files: {
        'versions/versions.json': `{ "format": 1, "base": "/", "versions": [{ "id": "1.x", "seal": "${'0'.repeat(64)}" }] }\n`,
        'docs/index.md': '# Home\n',
      },
    },
    message: ({ id, file, reason }: { id: string; file: string; reason: string }) => ({
      text: `Version ${id} cannot be published, because ${file} cannot be used: ${reason}`,
      notes: [RESTORE, `Or add the version again: \`npx cascader-docs versions add ${id} --from <folder> --replace\``],
    }),
  },
  CD862: {
    name: 'damaged-sealed-file',
    severity: 'error',
    says: 'A file of a sealed version is missing or was changed, so nothing is published',
    fix: 'Restore the file from a commit.',
    example: { when: 'a file in `versions/objects` was deleted' },
    message: ({ id, path, object, damage }: { id: string; path: string; object: string; damage: SealedDamage }) => ({
      text: `The file ${path} of version ${id} ${describeDamage(damage)}`,
      notes: [`The content is stored in ${object}`, RESTORE],
    }),
  },
  CD863: {
    name: 'site-moved',
    severity: 'error',
    says: 'The versions were sealed for another base of the site',
    fix: 'Build the site for the base that its versions have, or add each version again, built for the new base.',
    example: { when: 'a site with sealed versions gets the configuration `base: "/docs/"`' },
    message: ({ before, now, ids }: { before: string; now: string; ids: string[] }) => ({
      text: `The site moved from ${before} to ${now}, but its versions were sealed for ${before}: ${some(ids)}`,
      notes: [
        `Addresses in sealed pages begin with ${before}, so they would lead nowhere.`,
        `Set \`base: '${before}'\` in the configuration, or add each version again, built for the new base: \`npx cascader-docs versions add ${ids[0]} --from <folder> --replace\``,
      ],
    }),
  },
  CD864: {
    name: 'version-path-conflict',
    severity: 'error',
    says: 'A page or a public file has an address that belongs to a sealed version',
    fix: 'Rename the page or the public file, or the version.',
    example: { when: 'a public file `v/1.x/index.html` in a site with the sealed version 1.x' },
    message: ({ paths, ids }: { paths: string[]; ids: string[] }) => ({
      text: `${some(paths.map((path) => `\`${path}\``))} ${paths.length === 1 ? 'is' : 'are'} below the address of a version (${some(ids)})`,
      notes: ['Rename the page or the public file, or remove it.'],
    }),
  },
  CD871: {
    name: 'own-host-file',
    severity: 'warning',
    says: 'A public file for the hosting provider replaces the generated one, so the rules of sealed versions are missing',
    fix: 'Add the rules to your file. To see them, move your file out of the public folder, build the site, and read the generated file.',
    example: { when: 'a public `_headers` in a site with a sealed version that has headers' },
    message: ({ file, ids }: { file: string; ids: string[] }) => ({
      text: `Your public file \`${file}\` replaces the generated one, so the rules of ${ids.length === 1 ? 'version' : 'the versions'} ${some(ids)} are missing`,
      notes: [
        `To see the rules, move your file out of the public folder, build the site, and read the generated \`${file}\`.`,
        'Then add the rules to your file.',
      ],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
