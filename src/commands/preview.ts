import { type Command, exposedWarning, parsePath, parsePort, ROOT, urlLines } from '../kit/kit.ts';

interface PreviewFlags {
  root?: string;
  out?: string;
  base?: string;
  port: number;
  strictPort?: boolean;
  host: string;
}

export const preview: Command = {
  description: 'serve the built site like a static host',
  arguments: ROOT,
  options: {
    '--out <folder>': { description: 'output folder, if different from the configuration', parse: parsePath },
    '--base <path>': 'path that the site was built for, if different from the configuration',
    '--port <number>': { description: 'port; if it is in use, the next free port', parse: parsePort, default: 4172 },
    '--strict-port': 'fail if the port is in use',
    '--host <name>': { description: 'address to listen on', default: 'localhost' },
  },
  async run(kit, { out: outDir, ...flags }: PreviewFlags) {
    const { preview } = await import('../index.ts');
    const { signal } = kit;
    const server = await preview({ ...flags, outDir, signal });
    kit.print(urlLines(server.urls));
    if (server.exposed) kit.note(exposedWarning());
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await server.close();
    signal.throwIfAborted();
  },
};
