import type { CodeEntry } from './entry.ts';
import { describeRefusal } from './shared-texts.ts';

const RESTORE = 'Restore the versions folder from a commit: `git restore versions`.';

/** Returns the first names of a list, and the number of remaining names. */
function some(names: readonly string[], most = 10): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

/** Reason why the files of a version cannot be published. All paths are relative to the folder of the version. */
export type FileProblem =
  | { is: 'no-folder' }
  | { is: 'link' | 'special' | 'private'; path: string }
  | { is: 'name'; path: string; reason: string }
  | { is: 'too-many'; most: number };

function describeProblem(problem: FileProblem, folder: string): { text: string; notes: string[] } {
  switch (problem.is) {
    case 'no-folder':
      return { text: `${folder} is missing, or is not a folder`, notes: [RESTORE] };
    case 'link':
      return {
        text: `${folder} contains a symbolic link, ${problem.path}, which cannot be published`,
        notes: ['Replace the link with the file that it points to.'],
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
    example: { files: { 'versions/1.x.json': '{ "base": "/", }\n', 'docs/index.md': '# Home\n' } },
    message: ({ file, reason }: { file: string; reason: string }) => ({
      text: `${file} does not describe a version: ${reason}`,
      notes: [RESTORE, 'If the folder has another purpose, set `versions: false` in the configuration.'],
    }),
  },
  CD862: {
    name: 'archived-files-refused',
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
    example: { when: 'adding `base: "/docs/"` to the configuration of a site with archived versions' },
    message: ({ before, now, ids }: { before: string; now: string; ids: string[] }) => ({
      text: `The site moved from ${before} to ${now}, but its versions were archived for ${before}: ${some(ids)}`,
      notes: [
        `URLs in archived pages begin with ${before}, so they would be broken.`,
        `Set \`base: '${before}'\` in the configuration, or add each version again, built for the new base: \`npx cascader-docs versions add ${ids[0]} --from <folder> --replace\`.`,
      ],
    }),
  },
  CD864: {
    name: 'version-path-conflict',
    example: { when: 'a public file `v/1.x/index.html` in a site with the archived version 1.x' },
    message: ({ paths, ids }: { paths: string[]; ids: string[] }) => ({
      text: `${some(paths.map((path) => `\`${path}\``))} ${paths.length === 1 ? 'is' : 'are'} under the route of a version (${some(ids)})`,
      notes: ['Rename the page or the public file, or remove it.'],
    }),
  },
  CD865: {
    name: 'version-not-changed',
    example: { when: '`cascader-docs versions add 1.x` without `--from` and `--href`' },
    message: {
      off: () => ({
        text: 'The site has no versions, because the configuration has `versions: false`',
        notes: ['Remove the key, or set it to the versions folder.'],
      }),
      'no-source': ({ id }: { id: string }) => ({
        text: `Version ${id} needs a site: specify --from or --href`,
        notes: [
          `To add a built site: \`npx cascader-docs versions add ${id} --from <folder>\`.`,
          `To add the site at a git ref: \`npx cascader-docs versions add ${id} --from <ref> --build '<command>'\`.`,
          `To link to a site that stays at its URL: \`npx cascader-docs versions add ${id} --href https://…\`.`,
        ],
      }),
      option: ({ reason }: { reason: string }) => ({ text: reason }),
      id: ({ id, reason }: { id: string; reason: string }) => ({
        text: `\`${id}\` cannot be the id of a version: ${reason}`,
      }),
      exists: ({ id }: { id: string }) => ({
        text: `Version ${id} already exists`,
        notes: ['To replace it, add `--replace`.'],
      }),
      taken: ({ id, by }: { id: string; by: string }) => ({
        text: `\`${id}\` is an id or alias of version ${by}`,
        notes: ['Choose another id or alias.'],
      }),
    },
  },
  CD866: {
    name: 'version-source-refused',
    example: { when: '`cascader-docs versions add 1.x --from docs`, a folder without HTML' },
    message: {
      'no-site': ({ folder }: { folder: string }) => ({
        text: `${folder} is not a built site: it has no index.html`,
        notes: ['Build the site first, and specify its output folder.'],
      }),
      inside: ({ folder }: { folder: string }) => ({
        text: `${folder} contains the versions folder, or is inside it`,
        notes: ['Build the site into another folder.'],
      }),
      files: ({ folder, problem }: { folder: string; problem: FileProblem }) => describeProblem(problem, folder),
      description: ({ id, reason }: { id: string; reason: string }) => ({
        text: `The site cannot be archived as version ${id}, because its description would not be valid: ${reason}`,
        notes: ['Correct the built site, and run the command again.'],
      }),
    },
  },
  CD867: {
    name: 'version-wrong-base',
    example: { when: '`cascader-docs versions add 1.x --from dist` with a site that was built for `/`' },
    message: ({
      url,
      file,
      base,
      id,
      isOurs,
    }: Record<'url' | 'file' | 'base' | 'id', string> & { isOurs: boolean }) => ({
      text: `The site was built for another base: ${url} in ${file} does not begin with ${base}`,
      notes: isOurs
        ? [
            `Build the site again in the checkout of version ${id}: \`npx cascader-docs build --base ${base} --out versions-build\`.`,
            `Then add the version: \`npx cascader-docs versions add ${id} --from versions-build\`.`,
          ]
        : [
            `Build the site again with the base ${base}: \`base\` in VitePress, Vite, dumi and Astro, \`baseUrl\` in Docusaurus, \`site_url\` in MkDocs.`,
            'In dumi, also set `publicPath` to the same value.',
          ],
    }),
  },
  CD868: {
    name: 'version-urls-lead-out',
    severity: 'warning',
    example: { when: 'a page of a version with a link that was written as `/~demos/button`' },
    message: ({ id, base, urls }: { id: string; base: string; urls: { url: string; file: string }[] }) => ({
      text: `${urls.length === 1 ? 'A URL leads' : `${urls.length} URLs lead`} out of version ${id}, because ${urls.length === 1 ? 'it does' : 'they do'} not begin with ${base}`,
      notes: [
        ...urls.slice(0, 10).map(({ url, file }) => `${url} in ${file}`),
        ...(urls.length > 10 ? [`And ${urls.length - 10} more.`] : []),
      ],
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
  CD873: {
    name: 'version-pages-unmarked',
    severity: 'warning',
    example: { when: 'a version with a page in UTF-16, or with a file that contains only a paragraph' },
    message: ({ id, pages }: { id: string; pages: string[] }) => ({
      text: `Search engines may list ${pages.length === 1 ? 'a file' : `${pages.length} files`} of version ${id}, because ${pages.length === 1 ? 'it is' : 'they are'} encoded as UTF-16, or without a doctype and \`html\`, \`head\` and \`body\` tags: ${some(pages, 3)}`,
    }),
  },
  CD876: {
    name: 'version-files-without-effect',
    severity: 'info',
    example: { when: 'a version with a `vercel.json`' },
    message: ({ id, names }: { id: string; names: string[] }) => ({
      text: `Hosting providers read these files only at the root of a site, so version ${id} is archived without them: ${some(names)}`,
    }),
  },
} as const satisfies Record<string, CodeEntry>;
