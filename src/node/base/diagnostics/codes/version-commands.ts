import type { CodeEntry } from './entry.ts';
import { describeProblem, type FileProblem, some } from './versions.ts';

export const VERSION_COMMANDS = {
  CD865: {
    name: 'version-not-changed',
    severity: 'error',
    example: { when: '`cascader-docs versions add 1.x` without `--from` and `--href`' },
    message: {
      off: () => ({
        text: 'The site has no versions, because the configuration has `versions: false`',
        notes: ['Remove the key, or set it to the folder for the versions.'],
      }),
      'no-source': ({ id }: { id: string }) => ({
        text: `Version ${id} needs a site: specify --from or --href`,
        notes: [
          `A built site: \`npx cascader-docs versions add ${id} --from <folder>\`.`,
          `A git ref: \`npx cascader-docs versions add ${id} --from <ref> --build '<command>'\`.`,
          `A site that stays where it is: \`npx cascader-docs versions add ${id} --href https://…\`.`,
        ],
      }),
      option: ({ reason }: { reason: string }) => ({ text: reason }),
      id: ({ id, reason }: { id: string; reason: string }) => ({
        text: `\`${id}\` cannot be the id of a version: ${reason}`,
      }),
      exists: ({ id }: { id: string }) => ({
        text: `Version ${id} exists`,
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
    severity: 'error',
    example: { when: '`cascader-docs versions add 1.x --from docs`, a folder without HTML' },
    message: {
      'no-site': ({ folder }: { folder: string }) => ({
        text: `${folder} is not a built site: it has no index.html`,
        notes: ['Build the site first, and specify its output folder.'],
      }),
      inside: ({ folder }: { folder: string }) => ({
        text: `${folder} contains the folder of the versions, or is in it`,
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
    severity: 'error',
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
            `Build it again, in the folder of that version: \`npx cascader-docs build --base ${base} --out versions-build\`.`,
            `Then add it: \`npx cascader-docs versions add ${id} --from versions-build\`.`,
          ]
        : [
            `Build it again with the base ${base}: \`base\` in VitePress, Vite, dumi and Astro, \`baseUrl\` in Docusaurus, \`site_url\` in MkDocs.`,
            'dumi needs `publicPath` with the same value too.',
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
        ...(urls.length > 10 ? [`and ${urls.length - 10} more.`] : []),
      ],
    }),
  },
  CD873: {
    name: 'version-pages-unmarked',
    severity: 'warning',
    example: { when: 'a version with a page in UTF-16, or with a file that contains only a paragraph' },
    message: ({ id, pages }: { id: string; pages: string[] }) => ({
      text: `Search engines may list ${pages.length === 1 ? 'a file' : `${pages.length} files`} of version ${id}, because ${pages.length === 1 ? 'it is' : 'they are'} in UTF-16, or without doctype, \`html\`, \`head\` and \`body\`: ${some(pages, 3)}`,
    }),
  },
  CD876: {
    name: 'version-files-without-effect',
    severity: 'info',
    example: { when: 'a version with a `vercel.json`' },
    message: ({ id, names }: { id: string; names: string[] }) => ({
      text: `Hosting providers read these only at the root of a site, so version ${id} is archived without them: ${some(names)}`,
    }),
  },
} as const satisfies Record<string, CodeEntry>;
