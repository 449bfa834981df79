import { type Command, counted, FORMAT, type Format, fromHere, ROOT } from '../kit/kit.ts';

interface CacheFlags {
  root?: string;
  clear?: boolean;
  format: Format;
}

export const cache: Command = {
  description: 'print the location and size of the cache, or remove it',
  arguments: ROOT,
  options: {
    '--info': 'print the location and size of the cache (default)',
    '--clear': 'remove the cache',
    ...FORMAT,
  },
  async run(kit, { root, clear = false, format }: CacheFlags) {
    const { cacheInfo } = await import('../index.ts');
    const info = await cacheInfo({ root, clear });
    const size = `${counted(info.entries, 'file')}, ${(info.bytes / 1e6).toFixed(1)} MB`;
    if (format === 'json') kit.print(JSON.stringify({ cache: { ...info, isCleared: clear } }));
    else kit.print(`${clear ? 'Removed ' : ''}${size} in ${fromHere(info.folder)}`);
  },
};
