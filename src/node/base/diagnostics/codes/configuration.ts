import { didYouMean } from '../did-you-mean.ts';
import { type CodeEntry, config, dumi, type Message } from './entry.ts';
import { describeRefusal, type Refusal } from './shared-texts.ts';

export interface UnknownKey {
  key: string;
  /** Path of the object that contains the key; empty for the configuration itself. */
  owner: string;
  known: string[];
  nearest: string | undefined;
}

/** Maximum number of names in a printed list. */
const MOST_NAMES = 12;

function describeUnknownKey({ key, owner, known, nearest }: UnknownKey): Message {
  const text = `Unknown config key \`${key}\`${didYouMean(nearest)}`;
  if (nearest !== undefined) return { text };
  if (known.length > MOST_NAMES)
    return { text, notes: ['Remove it. Your editor lists the known keys inside `defineConfig({ … })`.'] };
  const list = known.length > 0 ? ` Known keys${owner ? ` of \`${owner}\`` : ''}: ${known.join(', ')}.` : '';
  return { text, notes: [`Remove it.${list}`] };
}

export interface WrongType {
  /** Path of the key; empty for the configuration itself. */
  key: string;
  expected: string;
  got: string;
  nearest: string | undefined;
  note: string | undefined;
}

export const CONFIGURATION = {
  CD100: {
    name: 'missing-site-folder',
    example: { when: '`cascader-docs build no-such-folder`' },
    message: ({ root }: { root: string }) => ({
      text: `The folder ${root} does not exist`,
      notes: ['Specify the folder that contains cascader-docs.config.ts and docs.'],
    }),
  },
  CD101: {
    name: 'config-threw',
    example: { files: { 'cascader-docs.config.ts': "throw new Error('No');\n" } },
    message: ({ file, cause, reason }: { file?: string | undefined; cause: 'threw' | 'endless'; reason: string }) => {
      const what = file === undefined ? 'The configuration file' : `The file ${file}`;
      return { text: `${what} ${cause === 'endless' ? 'cannot be loaded' : 'threw an error'}: ${reason}` };
    },
  },
  CD102: {
    name: 'invalid-package-json',
    example: { files: { 'package.json': '{ "name": }\n' } },
    message: ({ reason }: { reason?: string }) => {
      if (reason === undefined) return { text: 'package.json does not contain an object' };
      const notes = ['Often, a comma or a quote is missing in the line above, or there is an extra comma.'];
      return { text: `package.json is not valid JSON: ${reason}`, notes };
    },
  },
  CD103: {
    name: 'config-file-ending',
    example: { files: { 'cascader-docs.config.json': '{}\n' } },
    message: ({ name, known }: { name: string; known: string[] }) => ({
      text: `The configuration file ${name} has an unsupported extension`,
      notes: [`Rename it to one of ${known.join(', ')}.`],
    }),
  },
  CD104: {
    name: 'system-refusal',
    example: { when: 'a file named `docs` where a folder is expected' },
    message: ({ call, reason, code }: { call: string; reason: string; code: string }) => ({
      text: `${call === 'scandir' ? 'The folder cannot be read' : `The system refused \`${call}\``}: ${reason} (${code})`,
      notes: [
        'Check that the path is of the expected kind (a file or a folder), and that you have permission to read it.',
      ],
    }),
  },
  CD105: {
    name: 'missing-native-package',
    example: { when: '`npm install --omit=optional`, then `cascader-docs build`' },
    message: ({ name, missing, version }: { name: string; missing: string; version: string | undefined }) => ({
      text: `The package ${missing}, which ${name} needs on this system, is not installed`,
      notes: [
        `Install it: \`npm install --save-dev ${missing}${version === undefined ? '' : `@${version}`}\`.`,
        'Or install all packages again, including optional ones: `npm install --include=optional`.',
      ],
    }),
  },
  CD106: {
    name: 'too-many-open-files',
    example: { when: '`ulimit -n 40 && cascader-docs build`' },
    message: ({ reason }: { reason: string }) => ({
      text: `The limit on open files is too low: ${reason}`,
      notes: ['Before you run the command, raise the limit in the shell: `ulimit -n 1024`.'],
    }),
  },
  CD110: {
    name: 'unknown-config-key',
    example: config("titel: 'Kit'"),
    message: describeUnknownKey,
  },
  CD111: {
    name: 'invalid-config-value',
    example: config('base: 1'),
    message: {
      type: ({ key, expected, got, nearest, note }: WrongType) => ({
        text: `Invalid config${key ? ` \`${key}\`` : ''}: expected ${expected}, got ${got}${didYouMean(nearest)}`,
        notes: note === undefined ? [] : [note],
      }),
      rule: ({ key, rule, note }: { key: string; rule: string; note: string | undefined }) => ({
        text: `${rule}${key ? ` (${key})` : ''}`,
        notes: note === undefined ? [] : [note],
      }),
      key: ({ key, owner, expected }: { key: string; owner: string; expected: string | undefined }) => ({
        text: `Invalid key \`${key}\` in config \`${owner}\`: expected ${expected}`,
      }),
      'unknown-language': ({ id, known, nearest }: { id: string; known: string[]; nearest: string | undefined }) => ({
        text: `Unknown interface language \`${id}\`${didYouMean(nearest)}`,
        notes: [`Known languages: ${known.join(', ')}. Define others in \`messages\`.`],
      }),
      'language-not-offered': ({ id, offered }: { id: string; offered: string[] }) => ({
        text: `The pages are written in \`${id}\`, but \`languages\` does not include that language`,
        notes: [`Add it to \`languages\`: [${offered.map((language) => `'${language}'`).join(', ')}].`],
      }),
      'unknown-locale': ({
        id,
        key,
        known,
        nearest,
      }: {
        id: string;
        key: string;
        known: string[];
        nearest: string | undefined;
      }) => ({
        text: `Unknown locale \`${id}\` in ${key}${didYouMean(nearest)}`,
        notes: [`Known locales: ${known.join(', ')}.`],
      }),
      'cache-folder': ({ folder, what }: { folder: string; what: 'system' | 'content' }) => ({
        text: `\`cacheDir\` is \`${folder}\`, ${what === 'system' ? 'a system folder' : "a folder with the site's pages or files"}`,
        notes: ['Choose a folder that contains only caches, such as `.cache`.'],
      }),
      'outside-project': ({ folder }: { folder: string }) => ({
        text: `Folder \`${folder}\` lies outside of the project`,
        notes: [
          'Nothing outside of `projectRoot` is read. Move the folder into the project, or set `projectRoot` to a folder that contains this folder.',
        ],
      }),
      'whole-file-system': ({ projectRoot }: { projectRoot: string }) => ({
        text: `\`projectRoot\` is the root of the file system, ${projectRoot}`,
        notes: ['Set `projectRoot` to the folder that contains all project files.'],
      }),
      base: ({ base, reason }: { base: string; reason: string }) => ({
        text: `Invalid --base \`${base}\`: ${reason}`,
      }),
      'missing-library': ({ entry }: { entry: string }) => ({
        text: `Library entry \`${entry}\` does not exist`,
        notes: ['Set `entry` to a source file, or to a package folder that contains src/index.tsx, .ts, .jsx or .js.'],
      }),
      'refused-file': ({ refusal, subject }: { refusal: Refusal; subject: string }) =>
        describeRefusal(refusal, subject),
      'no-script': ({ name }: { name: string }) => ({
        text: `Library \`${name}\` is not a TypeScript or JavaScript file`,
        notes: ['Specify the module that exports the library, such as `src/index.tsx`, or the folder of its package.'],
      }),
      'nested-footer': () => ({
        text: 'The footer is nested too deeply',
        notes: ['Quotes, lists and emphasis can be nested at most about a hundred levels deep.'],
      }),
    },
  },
  CD112: {
    name: 'ignored-config-keys',
    severity: 'warning',
    example: config('mfsu: false'),
    message: ({ keys }: { keys: string[] }) => ({
      text: `These config keys have no effect: ${keys.join(', ')}`,
      notes: ['These keys belong to another bundler. Remove them.'],
    }),
  },
  CD113: {
    name: 'unsupported-config-key',
    example: config("history: { type: 'hash' }"),
    message: ({ key, reason }: { key: string; reason: string }) => ({
      text: `Config key \`${key}\` is not supported`,
      notes: [reason],
    }),
  },
  CD114: {
    name: 'misspelt-theme-option',
    severity: 'warning',
    example: config('themeConfig: { footter: false }'),
    message: ({ key, nearest }: { key: string; nearest: string }) => ({
      text: `Unknown theme option \`themeConfig.${key}\`${didYouMean(nearest)}`,
      notes: ['The key is passed to the theme unchanged.'],
    }),
  },
  CD115: {
    name: 'missing-translations',
    severity: 'warning',
    example: config("messages: { de: { name: 'Deutsch', messages: { 'toc.label': 'Inhalt' } } }"),
    message: ({ language, ids }: { language: string; ids: string[] }) => ({
      text: `Language \`${language}\` lacks ${ids.length} message${ids.length === 1 ? '' : 's'}, so English is shown instead`,
      notes: [`Missing messages: ${ids.join(', ')}.`],
    }),
  },
  CD116: {
    name: 'malformed-translation',
    severity: 'warning',
    example: config("messages: { 'en-US': { name: 'English', messages: { 'toc.label': 'On {this page' } } }"),
    message: ({ id, language, reason }: { id: string; language: string; reason: string }) => ({
      text: `Message \`${id}\` of language \`${language}\` is malformed: ${reason}`,
      notes: ['Write an argument in braces, such as {title}. Put a literal brace in single quotes.'],
    }),
  },
  CD117: {
    name: 'dumi-config',
    severity: 'info',
    example: dumi("themeConfig: { name: 'Kit' }"),
    message: ({ file }: { file: string }) => ({
      text: `The configuration is read from ${file}, a dumi configuration file`,
      notes: ['If there is a cascader-docs.config.ts next to it, that file is read instead.'],
    }),
  },
  CD118: {
    name: 'skipped-config-key',
    severity: 'info',
    example: dumi('mfsu: false'),
    message: ({ key, reason = 'it has no effect here' }: { key: string; reason?: string | undefined }) => ({
      text: `\`${key}\` is ignored: ${reason}`,
    }),
  },
  CD119: {
    name: 'unknown-translation',
    severity: 'warning',
    example: config("messages: { 'en-US': { messages: { 'toc.title': 'On this page' } } }"),
    message: ({
      id,
      language,
      known,
      nearest,
    }: {
      id: string;
      language: string;
      known: string[];
      nearest: string | undefined;
    }) => ({
      text: `Unknown message \`${id}\` of language \`${language}\`${didYouMean(nearest)}`,
      notes: [
        ...(known.length > 0 ? [`Known ids: ${known.join(', ')}.`] : []),
        '`node_modules/cascader-docs/src/shared/messages/en-US.ts` lists all ids. Only a custom theme can show messages with other ids.',
      ],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
