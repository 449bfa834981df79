import type { CodeEntry } from './entry.ts';
import { describeRefusal } from './shared-texts.ts';

const RESTORE = 'Restore the folder of the versions from a commit: `git restore versions`.';

/** Returns the first names of a list, and the number of the others. */
export function some(names: readonly string[], most = 10): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

/** Reason why the files of a version cannot be published. Paths are below the folder of the version. */
export type FileProblem =
  | { is: 'no-folder' }
  | { is: 'link' | 'special' | 'private'; path: string }
  | { is: 'name'; path: string; reason: string }
  | { is: 'too-many'; most: number };

export function describeProblem(problem: FileProblem, folder: string): { text: string; notes: string[] } {
  switch (problem.is) {
    case 'no-folder':
      return { text: `${folder} is missing, or is not a folder`, notes: [RESTORE] };
    case 'link':
      return {
        text: `${folder} contains a symbolic link, ${problem.path}, which cannot be published`,
        notes: ['Replace it with the file that it points to.'],
      };
    case 'special':
      return {
        text: `${folder} contains ${problem.path}, which is neither a file nor a folder`,
        notes: ['Remove it.'],
      };
    case 'private':
      return {
        text: describeRefusal('private', `${problem.path} in ${folder}`).text,
        notes: ['Remove it from the built site.'],
      };
    case 'name':
      return { text: `${folder} has files that cannot be published: ${problem.reason}`, notes: ['Rename the file.'] };
    case 'too-many':
      return {
        text: `${folder} has more files than the limit of ${problem.most}`,
        notes: ['Specify the output folder of the site.'],
      };
  }
}

export const VERSIONS = {
  CD860: {
    name: 'invalid-version',
    severity: 'error',
    example: { files: { 'versions/1.x.json': '{ "base": "/", }\n', 'docs/index.md': '# Home\n' } },
    message: ({ file, reason }: { file: string; reason: string }) => ({
      text: `${file} does not describe a version: ${reason}`,
      notes: [RESTORE, 'If the folder has another purpose, set `versions: false` in the configuration.'],
    }),
  },
  CD862: {
    name: 'archived-files-refused',
    severity: 'error',
    example: {
      files: { 'versions/1.x.json': '{ "base": "/", "pages": [] }\n', 'docs/index.md': '# Home\n' },
    },
    message: ({ id, folder, problem }: { id: string; folder: string; problem: FileProblem }) => {
      const { text, notes } = describeProblem(problem, folder);
      return { text: `Version ${id} cannot be published: ${text}`, notes };
    },
  },
  CD863: {
    name: 'site-moved',
    severity: 'error',
    example: { when: 'a site with archived versions gets the configuration `base: "/docs/"`' },
    message: ({ before, now, ids }: { before: string; now: string; ids: string[] }) => ({
      text: `The site moved from ${before} to ${now}, but its versions were archived for ${before}: ${some(ids)}`,
      notes: [
        `URLs in archived pages begin with ${before}, so they would lead nowhere.`,
        `Set \`base: '${before}'\` in the configuration, or add each version again, built for the new base: \`npx cascader-docs versions add ${ids[0]} --from <folder> --replace\`.`,
      ],
    }),
  },
  CD864: {
    name: 'version-path-conflict',
    severity: 'error',
    example: { when: 'a public file `v/1.x/index.html` in a site with the archived version 1.x' },
    message: ({ paths, ids }: { paths: string[]; ids: string[] }) => ({
      text: `${some(paths.map((path) => `\`${path}\``))} ${paths.length === 1 ? 'is' : 'are'} below the route of a version (${some(ids)})`,
      notes: ['Rename the page or the public file, or remove it.'],
    }),
  },
  CD871: {
    name: 'own-host-file',
    severity: 'warning',
    example: { when: 'a public `_headers` in a site with an archived version that has headers' },
    message: ({ file, ids }: { file: string; ids: string[] }) => ({
      text: `Your public file \`${file}\` replaces the generated one, so the rules of ${ids.length === 1 ? 'version' : 'the versions'} ${some(ids)} are missing`,
      notes: [
        `To see the rules, move your file out of the public folder, build the site, and read the generated \`${file}\`.`,
        'Then add the rules to your file.',
      ],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
