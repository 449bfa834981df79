import { didYouMean, misspelt } from '../did-you-mean.ts';
import { type CodeEntry, dumi, frontMatter } from './entry.ts';

export interface PageRoute {
  sourcePath: string;
  routePath: string;
}

/** Fixes for YAML errors, by the error codes of the parser and our own codes. */
const YAML_NOTES: Partial<Record<string, string>> = {
  BAD_SCALAR_START: 'Put the value in quotes.',
  BAD_DQ_ESCAPE: 'Put the value in single quotes, or write the backslash twice.',
  BLOCK_AS_IMPLICIT_KEY: 'Put the value in quotes, because a colon and a space begin a map.',
  TEXT_AND_KEYS: 'Remove the indentation, or write the text as the value of an indented key, such as `title:`.',
  MULTILINE_IMPLICIT_KEY: 'Write each line as a key, a colon, a space and a value.',
  UNCLOSED_DOUBLE: 'Add the second `"` at the end of the value.',
  UNCLOSED_SINGLE: "Add the second `'` at the end of the value. Inside the value, write `''` for one quote.",
  UNCLOSED_LIST: 'Add the `]` after the last item.',
  UNCLOSED_MAP: 'Add the `}` after the last value.',
  TAB_AS_INDENT: 'Indent with spaces.',
  DUPLICATE_KEY: 'Keep one of the two lines.',
  TAG_RESOLVE_FAILED: 'Remove the tag (the word that starts with `!`). A value is text, a number, true or false.',
};

/** Returns the fix for a YAML error. */
function yamlNotes(code = ''): string[] {
  const note = YAML_NOTES[code];
  return note === undefined ? [] : [note];
}

const SAVE_AS_UTF8 = 'Save the file as UTF-8.';

function showValue(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a map' : `${typeof value} ${JSON.stringify(value)}`;
}

export const PAGES = {
  CD201: {
    name: 'no-pages',
    example: { files: { 'docs/readme.txt': 'No page\n' } },
    message: ({ folders }: { folders: string[] }) => ({
      text: `No pages found in ${folders.map((folder) => `\`${folder}\``).join(', ') || 'any folder: `resolve.docDirs` is empty'}`,
      notes: [
        `Create a first page, \`${folders[0] ?? 'docs'}/index.md\`, or set \`resolve.docDirs\` to the folder that contains your pages.`,
      ],
    }),
  },
  CD202: {
    name: 'unreadable-page',
    example: { when: '`chmod a-r docs/index.md`' },
    message: ({ code }: { code: string }) => ({ text: `Cannot read the page: ${code}` }),
  },
  CD203: {
    name: 'special-file',
    severity: 'warning',
    example: { when: '`ln -s /nowhere docs/page.md`' },
    message: ({ kind }: { kind: string }) => ({
      text: `Skipped a ${kind}: only regular files and folders are read`,
      notes: ['Replace it with a regular file, or start its name with `_` to leave it out.'],
    }),
  },
  CD204: {
    name: 'page-not-utf8',
    example: { when: 'a page that was saved as UTF-16' },
    message: {
      nul: () => ({ text: 'The page contains a NUL character, so it is not text' }),
      'utf-16': () => ({ text: 'The page is UTF-16, not UTF-8', notes: [SAVE_AS_UTF8] }),
      invalid: () => ({ text: 'The page contains bytes that are not valid UTF-8', notes: [SAVE_AS_UTF8] }),
    },
  },
  CD205: {
    name: 'invalid-route',
    example: { files: { 'docs/what?.md': '# What\n' } },
    message: {
      reserved: ({ route }: { route: string }) => ({
        text: `Invalid route path ${route}: names that start with \`~\` are reserved for built-in pages`,
      }),
      characters: ({ route }: { route: string }) => ({
        text: `Invalid route path ${JSON.stringify(route).slice(1, -1)}: use only letters, digits, dashes and slashes`,
      }),
    },
  },
  CD206: {
    name: 'duplicate-route',
    example: { files: { 'docs/button.md': '# Button\n', 'docs/button/index.md': '# Button\n' } },
    message: ({ first, second }: { first: PageRoute; second: PageRoute }) => ({
      text:
        first.routePath === second.routePath
          ? `Duplicate route ${second.routePath}: ${first.sourcePath} and ${second.sourcePath} have the same route`
          : `Duplicate route: ${first.sourcePath} (${first.routePath}) and ${second.sourcePath} (${second.routePath}) differ only in case`,
      notes: ['Rename one of the two files, or start its name with `_` to leave it out.'],
    }),
  },
  CD207: {
    name: 'folder-outside-project',
    example: { when: '`ln -s ../../elsewhere docs/elsewhere`' },
    message: ({ folder }: { folder: string }) => ({
      text: `Folder \`${folder}\` is a link to a folder outside of the project`,
      notes: [
        'Nothing outside of `projectRoot` is read. Move the pages into the project, or set `projectRoot` to a folder that contains the project and the pages.',
      ],
    }),
  },
  CD208: {
    name: 'misplaced-tab',
    example: { files: { 'docs/button.$tab-design.md': 'Design\n' } },
    message: {
      'no-page': ({ key, expected }: { key: string; expected: string }) => ({
        text: `Tab \`${key}\` has no page: ${expected} does not exist`,
        notes: [`Create ${expected}, or rename this file.`],
      }),
      default: () => ({
        text: 'Tab key `default` is reserved for the page itself',
        notes: ['Rename the file.'],
      }),
      duplicate: ({ key, files: [first, second] }: { key: string; files: [string, string] }) => ({
        text: `Duplicate tab \`${key}\`: ${first} and ${second}`,
        notes: ['Rename one of the two files.'],
      }),
    },
  },
  CD209: {
    name: 'changed-while-read',
    example: { when: '`cascader-docs build` while an editor saves a page' },
    message: ({ file }: { file: string }) => ({
      text: `${file} changed while the site was being read`,
      notes: ['Run the command again, and do not edit files until it finishes.'],
    }),
  },
  CD210: {
    name: 'unreadable-front-matter',
    example: frontMatter('title: [Button'),
    message: {
      unclosed: () => ({
        text: 'The front matter is not closed',
        notes: ['Add a --- line after its last key.'],
      }),
      'too-large': () => ({ text: 'The front matter is too long or nested too deeply' }),
      yaml: ({ reason, yamlCode }: { reason: string; yamlCode?: string }) => ({
        text: reason,
        notes: yamlNotes(yamlCode),
      }),
      'no-map': ({ found }: { found: 'list' | 'value' }) => ({
        text: `The front matter is ${found === 'list' ? 'a list' : 'a single value'}, not a map`,
        notes: ['Write lines such as `title: Simple`.'],
      }),
    },
  },
  CD211: {
    name: 'corrected-front-matter',
    severity: 'warning',
    example: frontMatter('order: "2"'),
    message: {
      yaml: ({ reason, yamlCode }: { reason: string; yamlCode?: string }) => ({
        text: reason,
        notes: yamlNotes(yamlCode),
      }),
      text: ({ path, type, written }: { path: string; type: 'number' | 'boolean'; written: string }) => ({
        text: `Front matter \`${path}\` is a ${type}, which is read as text`,
        notes: [`Put it in quotes: \`${written}\`.`],
      }),
      number: ({ path }: { path: string }) => ({
        text: `Front matter \`${path}\` is text, which is read as a number`,
        notes: ['Remove the quotes.'],
      }),
      list: ({ path, words }: { path: string; words: string[] }) => ({
        text: `Front matter \`${path}\` is text, which is read as a list`,
        notes: [`Write it as a list: [${words.join(', ')}].`],
      }),
    },
  },
  CD212: {
    name: 'invalid-front-matter-value',
    example: frontMatter('order: first'),
    message: ({ path, expected, value }: { path: string; expected: string; value: unknown }) => ({
      text: `Invalid front matter \`${path}\`: expected ${expected}, got ${showValue(value)}`,
    }),
  },
  CD213: {
    name: 'misspelt-front-matter-key',
    severity: 'warning',
    example: frontMatter('tilte: Button'),
    message: ({ key, known }: { key: string; known: string }) => ({
      text: `Unknown front matter key \`${key}\`${didYouMean(known)}`,
    }),
  },
  CD214: {
    name: 'unsafe-front-matter-link',
    example: frontMatter('hero:\n  actions:\n    - text: Go\n      link: "javascript:alert(1)"'),
    message: ({ path, url }: { path: string; url: string }) => ({
      text: `Unsafe link \`${url}\` in front matter \`${path}\``,
      notes: ['Use a relative link, or one that begins with http:, https:, mailto: or tel:.'],
    }),
  },
  CD215: {
    name: 'lost-front-matter',
    severity: 'warning',
    example: { page: 'title: Button\n---\n\n# Button\n' },
    message: ({ opening }: { opening: 'late' | 'missing' }) => ({
      text:
        opening === 'late'
          ? 'The front matter does not start on the first line, so it is shown as text'
          : 'There is no --- line above the front matter, so it is shown as text',
      notes: [
        opening === 'late' ? 'Remove the lines above it.' : 'Add a --- line above it, as the first line of the file.',
      ],
    }),
  },
  CD216: {
    name: 'skipped-front-matter-key',
    severity: 'info',
    example: dumi('', { 'docs/index.md': '---\nlegacy: /old\n---\n\n# Home\n' }),
    message: ({ key, pages, reason }: { key: string; pages: number; reason: string }) => ({
      text: `The front matter key \`${key}\` on ${pages === 1 ? 'one page' : `${pages} pages`} is ignored: ${reason}`,
    }),
  },
  CD217: {
    name: 'builtin-needs-dumi',
    severity: 'info',
    example: dumi('', {
      '.dumi/theme/builtins/Version.tsx':
        "import { useSiteData } from 'dumi';\nexport default () => <b>{useSiteData().pkg.version}</b>;\n",
    }),
    message: ({ component }: { component: string }) => ({
      text: `<${component}> imports from dumi, so only the content between its tags is shown`,
    }),
  },
  CD218: {
    name: 'unknown-hero-key',
    example: frontMatter('hero:\n  logo: ./picture.png'),
    message: ({ key, owner, known }: { key: string; owner: string; known: string[] }) => ({
      text: `Unknown key \`${key}\` in \`${owner}\`${didYouMean(misspelt(key, known))}`,
      notes: [`Known keys: ${known.join(', ')}.`],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
