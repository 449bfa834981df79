import { lstat, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { glob } from 'tinyglobby';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import { packageDir, packageVersion } from '../package-dir.ts';
import { addToManifest, readLibrary } from './library.ts';
import { fillIn, namesOf } from './template-names.ts';

/** Options of {@link init}. */
export interface InitOptions {
  /** Folder to write into, absolute; it need not exist. */
  folder: string;
  /** Folder with the files to write. Default: the starter of this package, or what it adds to a library that is there. */
  templateDir?: string;
  /** Version of this package that the starter asks for. Default: the running one. */
  packageVersion?: string;
}

/** What {@link init} has written. */
export interface InitResult {
  folder: string;
  /** Paths of the new files, relative to the folder, sorted. */
  files: string[];
  /** What is left to do by hand, a sentence each. */
  notes: string[];
}

/** npm leaves a `.gitignore` out of packages, so it goes by another name in ours. */
const RENAMED: Record<string, string> = { gitignore: '.gitignore' };

/** Files that most projects have already: an existing one stays, and a note says what it needs. */
const KEPT: Record<string, (version: string) => string> = {
  'package.json': (version) =>
    `package.json is kept. Add "cascader-docs": "^${version}" to its devDependencies, and the scripts "docs": "cascader-docs dev", "docs:build": "cascader-docs build", "docs:preview": "cascader-docs preview".`,
  'tsconfig.json': () =>
    'tsconfig.json is kept. Demos need "jsx": "react-jsx" and "moduleResolution": "bundler" in its compilerOptions.',
  'README.md': () => 'README.md is kept. How to work on the site stands in docs/guide/getting-started.md.',
  '.gitignore': () => '.gitignore is kept. Add the lines node_modules and dist if they are not in it.',
};

/**
 * Writes a starter for a documented component library, with names made from the folder's name. In the folder of a library
 * it adds what is missing and nothing else: the tool and its scripts to package.json, a configuration unless there is one,
 * a page with a demo unless there are pages. Nothing is overwritten. Throws a {@link DiagnosticError}: exit code 2, listing the files that stand in the way, or 3 when writing fails; then
 * nothing new is left in the folder.
 */
export async function init(options: InitOptions): Promise<InitResult> {
  const { folder, packageVersion: version = packageVersion } = options;
  const library = await readLibrary(folder);
  const templateDir = options.templateDir ?? join(packageDir, library ? 'templates/add' : 'templates/init');
  const names = namesOf(basename(await realpath(folder).catch(() => folder)));
  const all = (await glob('**/*', { cwd: templateDir, dot: true })).sort();
  const sources = library ? all.filter((file) => !library.has(file)) : all;
  const targets = sources.map((source) => ({ source, file: RENAMED[source] ?? source }));
  const present = await findPresent(
    folder,
    Array.from(targets, ({ file }) => file),
  );
  refuse(present.filter((file) => !(file in KEPT)));

  const files: string[] = [];
  const created: string[] = [];
  try {
    for (const { source, file } of targets) {
      if (present.includes(file)) continue;
      const text = fillIn(await readFile(join(templateDir, source), 'utf8'), { ...names, version });
      const path = join(folder, file);
      const made = await mkdir(dirname(path), { recursive: true });
      if (made) created.push(made);
      await writeFile(path, text, { flag: 'wx' });
      created.push(path);
      files.push(file);
    }
  } catch (error) {
    await Promise.all(created.map((path) => rm(path, { recursive: true, force: true })));
    throw toInitFailure(error, folder);
  }
  const notes = present.flatMap((file) => KEPT[file]?.(version) ?? []);
  if (!library) {
    const next = present.includes('package.json') ? [] : ['Next, in that folder: npm install && npm run docs'];
    return { folder, files: files.sort(), notes: [...notes, ...next] };
  }
  const changed = await addToManifest(join(folder, 'package.json'), version);
  return {
    folder,
    files: files.sort(),
    notes: [
      ...notes,
      ...(changed.length > 0
        ? [`package.json has ${changed.join(', ')} now. Next: npm install && npx cascader-docs dev`]
        : []),
    ],
  };
}

async function findPresent(folder: string, files: string[]): Promise<string[]> {
  const found = await Promise.all(
    files.map(async (file) => {
      try {
        await lstat(join(folder, file));
        return [file];
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT') return [];
        throw toInitFailure(error, folder);
      }
    }),
  );
  return found.flat();
}

function refuse(inTheWay: string[]): void {
  if (inTheWay.length === 0) return;
  throw failure(2, {
    text: `${inTheWay.length === 1 ? 'A file of the starter exists' : 'Files of the starter exist'} already, and init overwrites nothing`,
    notes: [...inTheWay, 'Move them away, or give another folder: npx cascader-docs init <folder>'],
  });
}

function toInitFailure(error: unknown, folder: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    const notes = ['Give another folder: npx cascader-docs init <folder>'];
    return failure(2, { text: `${folder} is not a folder that the starter can be written to (${code})`, notes });
  }
  return failure(3, { text: `Cannot write the starter: ${message}` });
}

function failure(exitCode: 2 | 3, diagnostic: Pick<Diagnostic, 'text' | 'notes'>): DiagnosticError {
  return new DiagnosticError([{ severity: 'error', code: 'CD130', ...diagnostic }], exitCode);
}
