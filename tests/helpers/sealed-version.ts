import { createHash } from 'node:crypto';

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

/** Version for {@link versionsFolder}. */
export interface TestVersion {
  /** Texts by path. */
  files: Record<string, string>;
  aliases?: string[];
  /** Other keys of the tree. */
  tree?: object;
}

/** Returns the files of a folder with sealed versions, written without the tool. */
export function versionsFolder(
  versions: Record<string, TestVersion>,
  { base = '/', folder = 'versions' }: { base?: string; folder?: string } = {},
): Record<string, string> {
  const files: Record<string, string> = {};
  const list = Object.entries(versions).map(([id, { files: texts, aliases, tree }]) => {
    const contents = Object.entries(texts).map(([path, text]) => {
      const hash = sha256(text);
      files[`${folder}/objects/${hash.slice(0, 2)}/${hash.slice(2)}`] = text;
      return [path, [hash, Buffer.byteLength(text)]];
    });
    const pages = Object.keys(texts)
      .filter((path) => path.endsWith('index.html'))
      .map((path) => ({ path: path.replace(/\/?index\.html$/, ''), heading: path }));
    const own = { format: 1, id, base: `${base}v/${id}/`, pages, files: Object.fromEntries(contents), ...tree };
    const text = JSON.stringify(own, undefined, 1);
    files[`${folder}/${id}.json`] = text;
    return { id, seal: sha256(text), ...(aliases && { aliases }) };
  });
  files[`${folder}/versions.json`] = JSON.stringify({ format: 1, base, versions: list }, undefined, 1);
  return files;
}
