import type { CodeEntry } from './entry.ts';

const plugin = (code: string): Record<string, string> => ({
  'cascader-docs.config.ts': `export default { markdown: { remarkPlugins: [${code}] } };\n`,
});

export const PLUGINS = {
  CD124: {
    name: 'invalid-plugin',
    example: {
      files: {
        'cascader-docs.config.ts':
          "export default { plugins: [{ name: 'one', title: 'First' }, { name: 'two', title: 'Second' }] };\n",
      },
    },
    message: {
      'no-list': () => ({
        text: '`plugins` is not a list',
        notes: [
          "Write `plugins: [first(), second()]`, where each function returns an object such as `{ name: 'first', components: { … } }`.",
        ],
      }),
      'no-name': ({ index }: { index: number }) => ({
        text: `Plugin ${index} is not an object with a name`,
        notes: ["Write an object such as `{ name: 'glossary', … }`, or call the function that returns it."],
      }),
      twice: ({ plugin }: { plugin: string }) => ({
        text: `Two plugins are named \`${plugin}\``,
        notes: ['Remove one of them, or rename it.'],
      }),
      'of-site': ({ plugin, key }: { plugin: string; key: string }) => ({
        text: `The plugin \`${plugin}\` sets \`${key}\`, which only the site can set`,
        notes: [`Remove \`${key}\` from the plugin.`],
      }),
      'no-files': ({ plugin }: { plugin: string }) => ({
        text: `\`files\` of the plugin \`${plugin}\` is not a function`,
        notes: ['Write a function that takes the finished site, and returns file contents by output path.'],
      }),
      command: ({ plugin, command, reason }: { plugin: string; command: string; reason: string }) => ({
        text: `The plugin \`${plugin}\` cannot add the command \`${command}\`: ${reason}`,
        notes: ['Give the command another name, or see the type `Command` in `cascader-docs/kit` for its fields.'],
      }),
      conflict: ({ key, plugins }: { key: string; plugins: string[] }) => ({
        text: `The plugins ${plugins.map((name) => `\`${name}\``).join(' and ')} set different values for \`${key}\``,
        notes: [`Set \`${key}\` in the configuration itself, or remove one of the plugins.`],
      }),
    },
  },
  CD352: {
    name: 'markdown-plugin-message',
    severity: 'warning',
    example: {
      files: plugin('function remarkExample() { return (tree, file) => void file.message("Say more", tree); }'),
    },
    message: ({ plugin, reason, note }: { plugin: string; reason: string; note?: string | undefined }) => ({
      text: `${plugin}: ${reason}`,
      notes: note === undefined ? [] : [note],
    }),
  },
  CD353: {
    name: 'markdown-plugin-failed',
    example: { files: plugin('function remarkExample() { return () => { throw new Error("broken"); }; }') },
    message: {
      threw: ({ plugin, reason }: { plugin: string; reason: string }) => ({
        text: `The Markdown plugin ${plugin} failed: ${reason}`,
        notes: ['Fix the plugin or its options, or remove it from `markdown` in the configuration.'],
      }),
      late: ({ plugin, seconds }: { plugin: string; seconds: number }) => ({
        text: `The Markdown plugin ${plugin} did not finish within ${seconds} s`,
        notes: ['Remove the plugin, or raise `pageTimeout` in the configuration.'],
      }),
      unprintable: ({ plugins, reason }: { plugins: string[]; reason: string }) => ({
        text: `The page cannot be generated from the output of the Markdown plugins: ${reason}`,
        notes: [`The plugins are ${plugins.join(', ')}. Remove them one at a time to find the cause.`],
      }),
    },
  },
  CD354: {
    name: 'parsed-by-remark',
    severity: 'info',
    example: {
      files: plugin('function remarkExample() { this.data().micromarkExtensions.push({}); }'),
    },
    message: ({ plugins }: { plugins: string[] }) => ({
      text: `The pages are parsed by remark, because of ${plugins.join(', ')}`,
    }),
  },
  CD619: {
    name: 'plugin-files-failed',
    example: {
      files: {
        'cascader-docs.config.ts':
          "export default { plugins: [{ name: 'records', files: () => ({ 'index.html': 'taken' }) }] };\n",
      },
    },
    message: {
      threw: ({ plugin, reason }: { plugin: string; reason: string }) => ({
        text: `\`files\` of the plugin \`${plugin}\` failed: ${reason}`,
        notes: ['Fix the plugin, or remove it from `plugins` in the configuration.'],
      }),
      late: ({ plugin, seconds }: { plugin: string; seconds: number }) => ({
        text: `\`files\` of the plugin \`${plugin}\` did not finish within ${seconds} s`,
        notes: ['Remove the plugin from `plugins` in the configuration, or make it faster.'],
      }),
      invalid: ({ plugin, got }: { plugin: string; got: string }) => ({
        text: `\`files\` of the plugin \`${plugin}\` returned ${got}`,
        notes: ["It must return an object such as `{ 'records.json': '[]' }`, whose values are text or bytes."],
      }),
      path: ({ plugin, path }: { plugin: string; path: string }) => ({
        text: `The plugin \`${plugin}\` writes \`${path}\`, which is not a valid output path`,
        notes: ['Write a relative path with forward slashes, such as `records/en.json`.'],
      }),
      taken: ({ plugin, path }: { plugin: string; path: string }) => ({
        text: `The plugin \`${plugin}\` writes \`${path}\`, which the site already contains`,
        notes: ['Choose another path.'],
      }),
    },
  },
} as const satisfies Record<string, CodeEntry>;
