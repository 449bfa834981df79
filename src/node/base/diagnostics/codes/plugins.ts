/** Codes of remark and rehype plugins. */
import { type CodeEntry, cases } from './entry.ts';

const plugin = (code: string): Record<string, string> => ({
  'cascader-docs.config.ts': `export default { markdown: { remarkPlugins: [${code}] } };\n`,
});

export const PLUGINS = {
  CD352: {
    name: 'markdown-plugin-message',
    severity: 'warning',
    says: 'A remark or rehype plugin reports a problem in a page',
    fix: "Follow the plugin's message, or change its options. `file.fail()` of a plugin is an error.",
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
    severity: 'error',
    says: 'A remark or rehype plugin threw an error, did not end, or returned something that is not a tree',
    fix: 'Fix the plugin or its options, or remove it from `markdown` in the configuration.',
    example: { files: plugin('function remarkExample() { return () => { throw new Error("broken"); }; }') },
    message: cases({
      threw: ({ plugin, reason }: { plugin: string; reason: string }) => ({
        text: `The Markdown plugin ${plugin} failed: ${reason}`,
        notes: ['Fix the plugin or its options, or remove it from `markdown` in the configuration.'],
      }),
      late: ({ plugin, seconds }: { plugin: string; seconds: number }) => ({
        text: `The Markdown plugin ${plugin} did not end within ${seconds} s`,
        notes: ['Remove the plugin, or raise `pageTimeout` in the configuration.'],
      }),
      unprintable: ({ plugins, reason }: { plugins: string[]; reason: string }) => ({
        text: `The page cannot be printed as the Markdown plugins left it: ${reason}`,
        notes: [`The plugins are ${plugins.join(', ')}. Remove one after the other to find the cause.`],
      }),
    }),
  },
  CD354: {
    name: 'parsed-by-remark',
    severity: 'info',
    says: 'A remark plugin extends the syntax of Markdown, so remark parses the pages, which takes longer',
    fix: 'Nothing to fix. Without the plugin, the faster parser of this tool is used.',
    example: {
      files: plugin('function remarkExample() { this.data().micromarkExtensions.push({}); }'),
    },
    message: ({ plugins }: { plugins: string[] }) => ({
      text: `The pages are parsed by remark, because of ${plugins.join(', ')}`,
    }),
  },
} as const satisfies Record<string, CodeEntry>;
