import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { errorCode, hasCode } from '../../base/errors.ts';
import { replaceFile } from '../../base/files/replace-file.ts';
import { toWriteFailure, WriteError } from '../../base/files/write-error.ts';
import { packageVersion } from '../../base/package-dir.ts';
import { translateCommands } from '../../project/package-manager.ts';
import type { CiHost, MoveTool } from './choices.ts';
import { findMovedSite, moveFiles, withoutFolder } from './moving/moving.ts';
import { planLibrary, planStarter } from './plan.ts';
import { readProject } from './project.ts';
import { findStorybook } from './storybook.ts';

export interface InitOptions {
  /** Absolute folder to write into. The folder need not exist. */
  folder: string;
  /**
   * Migrates the site of another tool from the folder into `out`. `detect` finds the tool. A Storybook is not migrated
   * and gets no separate folder.
   */
  from?: MoveTool | 'detect' | undefined;
  /** Absolute folder for a migrated site. Default: `moved` in the folder. */
  out?: string | undefined;
  /** Returns the files that would be written, but writes nothing. */
  dryRun?: boolean | undefined;
  /**
   * Adds a workflow that builds the site, publishes it on the host's Pages, and compares pull requests with their base.
   * A starter always includes the build and publication for GitHub.
   */
  ci?: CiHost | undefined;
  /** Number of machines that check the demos of a pull request, for `ci`. By default, only the report opens demos. */
  shards?: number | undefined;
  /** Folder with the files to write. Default: this package's starter, or the files that it adds to an existing library. */
  templateDir?: string;
  /** Version of this package in the starter's dependencies. Default: the running version. */
  packageVersion?: string;
}

export interface InitResult {
  folder: string;
  /** Sorted paths of the new files, relative to the folder. */
  files: string[];
  /** Remaining manual steps, one sentence each. */
  notes: string[];
}

/** Files that most projects already have. An existing file is not changed, and a note describes what to add. */
const KEPT: Record<string, string> = {
  'tsconfig.json':
    'tsconfig.json is kept. Demos need `"jsx": "react-jsx"` and `"moduleResolution": "bundler"` in `compilerOptions`.',
  'README.md': 'README.md is kept. docs/guide/getting-started.md describes how to work on the site.',
};

/**
 * Writes a starter for a documented component library, named after the folder. If there is a package.json, adds only
 * what is missing: the tool and its scripts in package.json, a configuration, a page with a demo unless there are
 * pages, and the output folder in .gitignore. Chooses folders that the library does not use. No file is overwritten.
 *
 * Throws a {@link DiagnosticError}: with exit code 2 and a list of files if files already exist, or with exit code 3 if
 * writing fails. The folder is then unchanged.
 */
export async function init(options: InitOptions): Promise<InitResult> {
  const { folder, packageVersion: version = packageVersion, ci, shards, templateDir } = options;
  const moved = await moveSite(options, version);
  if (moved) return moved;
  const project = await readProject(folder);
  const { library } = project;
  const plan = library
    ? await planLibrary({ ...project, library }, { version, ci, shards, templateDir })
    : await planStarter(project, { version, ci, shards, templateDir });
  const present = await findPresent(folder, [...plan.files.keys()]);
  const remaining = library ? [] : present.filter((file) => Object.hasOwn(KEPT, file));
  refuse(present.filter((file) => !remaining.includes(file)));
  for (const file of remaining) plan.files.delete(file);
  await writeAll(folder, plan);
  const notes = [...remaining.map((file) => KEPT[file] ?? ''), ...plan.notes];
  return {
    folder,
    files: [...plan.files.keys()].sort(),
    notes: notes.map((note) => translateCommands(project.manager.name, note)),
  };
}

/** Writes the migrated site of another tool. A second run changes nothing. Returns undefined if there is no site to migrate. */
async function moveSite({ folder, from, out, dryRun }: InitOptions, version: string): Promise<InitResult | undefined> {
  if (from === undefined || from === 'storybook') return undefined;
  const site = findMovedSite(folder, from === 'detect' ? undefined : from);
  if (!site && from === 'detect' && findStorybook(folder)) return undefined;
  if (!site) throw failure(2, 'starter-not-written', { case: 'no-site', folder, tool: from });
  const target = out ?? join(folder, 'moved');
  const { files, remarks } = moveFiles(withoutFolder(site, target), version);
  const texts = await Promise.all(
    Array.from(files, async ([file, text]) => {
      const present = await readFile(join(target, file)).catch(() => undefined);
      return present?.equals(Buffer.from(text as string)) ? file : undefined;
    }),
  );
  for (const file of texts) if (file !== undefined) files.delete(file);
  refuse(await findPresent(target, [...files.keys()]));
  if (!dryRun) await writeAll(target, { files, changes: new Map() });
  return {
    folder: target,
    files: [...files.keys()].sort(),
    notes: [
      `The ${site.tool} site in ${site.folder} is unchanged.`,
      `${remarks} ${remarks === 1 ? 'thing is' : 'things are'} left to do: see MOVING.md.`,
      'Next, run `npm install && npx cascader-docs build` in that folder.',
    ],
  };
}

/** Writes new files and changes existing files. If a write fails, all changes are undone. */
async function writeAll(
  folder: string,
  { files, changes }: { files: Map<string, string | Uint8Array>; changes: Map<string, string> },
) {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    for (const [file, text] of files) {
      const path = join(folder, file);
      const made = await mkdir(dirname(path), { recursive: true });
      if (made) undo.push(() => rm(made, { recursive: true, force: true }));
      await writeNew(path, text);
      undo.push(() => rm(path, { force: true }));
    }
    for (const [file, text] of changes) {
      const path = join(folder, file);
      const before = await readFile(path, 'utf8');
      await replaceFile(path, text);
      undo.push(() => replaceFile(path, before));
    }
  } catch (error) {
    for (const step of undo.reverse()) await step();
    throw toInitFailure(error, folder);
  }
}

/** Writes a new file. Removes the empty file that would remain on a full disk. */
async function writeNew(path: string, text: string | Uint8Array): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) await rm(path, { force: true });
    throw new WriteError(path, error);
  }
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
  throw failure(2, 'starter-not-written', { case: 'file-exists', files: inTheWay });
}

function toInitFailure(error: unknown, folder: string): unknown {
  const code = errorCode(error instanceof WriteError ? error.cause : error);
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return failure(2, 'starter-not-written', { case: 'no-folder', folder, code });
  return toWriteFailure(process.cwd(), error);
}
