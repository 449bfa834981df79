/** Version for {@link versionsFolder}. */
export interface TestVersion {
  /** Texts by path. */
  files: Record<string, string>;
  aliases?: string[];
  /** Other keys of the description. */
  about?: object;
}

/** Returns the files of a folder with archived versions, written without the tool. */
export function versionsFolder(
  versions: Record<string, TestVersion>,
  { base = '/', folder = 'versions' }: { base?: string; folder?: string } = {},
): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [id, { files: texts, aliases, about }] of Object.entries(versions)) {
    for (const [path, text] of Object.entries(texts)) files[`${folder}/${id}/${path}`] = text;
    const pages = Object.keys(texts)
      .filter((path) => path.endsWith('index.html'))
      .map((path) => ({ path: path.replace(/\/?index\.html$/, ''), heading: path }));
    files[`${folder}/${id}.json`] = JSON.stringify({ base, aliases, pages, ...about }, undefined, 1);
  }
  return files;
}
