import type { Command } from '../kit/kit.ts';

interface McpFlags {
  site?: string;
  root: string;
  package?: string;
  version?: string;
}

export const mcp: Command = {
  description:
    "answer an assistant's questions about the library, through the Model Context Protocol on standard input and output",
  arguments: { '[site]': 'folder or URL of the built site (default: the output folder)' },
  options: {
    '--root <folder>': { description: 'site folder or project, whose types are used to check code', default: '.' },
    '--package <name>': {
      description: 'answer from the documentation inside an installed package',
      conflicts: 'version',
    },
    '--version <version>': 'answer from the documentation of an archived version',
  },
  async run(kit, { site: place, root, package: packageName, version }: McpFlags) {
    const { serveMcp } = await import('../index.ts');
    await serveMcp({
      root,
      ...{ ...(place !== undefined && { place }), ...(packageName && { packageName }), ...(version && { version }) },
      signal: kit.signal,
    });
  },
};
