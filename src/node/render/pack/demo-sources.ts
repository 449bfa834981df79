import path from 'node:path';
import { isInside, relativePath } from '../../base/files/paths.ts';
import type { BuiltDemo } from '../../demos/built-demo.ts';

export interface PlacedFile {
  /** Name in the code panel, such as `index.tsx`. */
  name: string;
  /** Path in the folder. */
  file: string;
}

export interface DemoSources {
  /** Code by path in the folder. */
  files: Map<string, string>;
  byDemo: Map<string, PlacedFile[]>;
}

const FOLDER = 'demos';

/** `demos` in the order of the site. */
export function placeDemoSources(demos: readonly BuiltDemo[]): DemoSources {
  const placed = demos.map((built) => ({ built, shown: filesOf(built) }));
  const folder = commonFolder(placed.flatMap(({ shown }) => shown.flatMap(({ filePath }) => filePath ?? [])));
  const files = new Map<string, string>();
  const byDemo = new Map<string, PlacedFile[]>();
  // A demo's own file comes without its leading comment, so it takes precedence over an import of the same file.
  for (const index of [0, 1])
    for (const { shown } of placed)
      for (const { file, code } of (index === 0 ? shown.slice(0, 1) : shown.slice(1)).map((one) => at(one, folder)))
        if (!files.has(file)) files.set(file, `${code.trimEnd()}\n`);
  for (const { built, shown } of placed)
    byDemo.set(
      built.demo.id,
      shown.map((one) => ({ name: one.name, file: at(one, folder).file })),
    );
  return { files, byDemo };
}

/** A file of a demo. `filePath` is absent for code in a page. */
interface ShownFile {
  id: string;
  name: string;
  code: string;
  filePath?: string;
}

function filesOf({ demo, files, shown }: BuiltDemo): ShownFile[] {
  const paths = new Map(files.map(({ name, filePath }) => [name, filePath]));
  return shown.map(({ name, code }, index) => {
    const filePath = demo.code && index === 0 ? undefined : paths.get(name);
    return { id: demo.id, name, code, ...(filePath !== undefined && { filePath }) };
  });
}

function at({ id, name, code, filePath }: ShownFile, folder: string): { file: string; code: string } {
  const inFolder = filePath === undefined ? `${id}${path.extname(name)}` : relativePath(folder, filePath);
  return { file: `${FOLDER}/${inFolder}`, code };
}

function commonFolder(files: readonly string[]): string {
  const [first = '', ...others] = files.map((file) => path.dirname(file));
  let folder = first;
  for (const other of others) while (!isInside(folder, other)) folder = path.dirname(folder);
  return folder;
}
