/**
 * Records what a result depends on apart from its key: queries of the disk, with their answers. Before a result is reused, the
 * same queries are repeated (a verifying trace, as in the paper "Build Systems à la Carte", 2018).
 */

import path from 'node:path';
import { parseConfigCopy } from '../base/files/config-copy.ts';
import { isInScriptFolder } from '../base/files/script-folder.ts';
import { parseWorkName } from '../base/files/work-names.ts';
import { hashOf } from '../base/hash.ts';
import { isBefore, readModuleNames, upwards } from './file-state.ts';
import { answerOf, type Question, type Seen } from './observe-reads.ts';
import { readState } from './read-state.ts';
import { fromMovable, toMovable } from './relocate.ts';

/** Query with its answer. Paths are movable, so that they are valid if the project is in another folder. */
export type Dependency<RecordedQueries extends string = Question | 'modules'> = [
  question: RecordedQueries,
  name: string,
  answer: string,
];

export interface Dependencies {
  answers: Dependency[];
  /** States of the files whose contents are known, by path. A file with an unchanged state is not read again. */
  states: Map<string, string>;
}

/** Folders by which the store decides which paths it stores as relative paths, and which files the build itself creates. */
export interface SiteFolders {
  projectRoot: string;
  /** Folder to which stored paths are relative: the workspace folder. Default: `projectRoot`. */
  base?: string;
  /** Absolute, real path of the output. */
  outDir?: string;
  /** Cache folder, if the configuration sets one. */
  cacheDir?: string | undefined;
}

/**
 * Returns the hash and the state of a file, by its absolute path, if its content was recorded and its state is the same now.
 * Otherwise the file must be read.
 */
export type InputLookup = (file: string) => { hash: string; state: string } | undefined;

/** Queries the disk during one build. Each query runs once. */
export interface DependencyReader {
  folders: SiteFolders;
  /**
   * Returns the dependencies to store for observed reads. Returns undefined if a file changed during the build, or if an input is
   * unknown.
   */
  take(seen: Partial<Seen>): Dependencies | undefined;
  /** Returns the current answer to a query. */
  answer(question: Dependency[0], name: string): string;
  /** Returns the absolute path of the first query whose answer changed, or undefined. Git is not queried here. */
  findChange(dependencies: Dependencies): string | undefined;
  /** Returns a lookup of the files whose contents are known. */
  inputsOf(dependencies: Dependencies): InputLookup;
  /** Returns the absolute paths of the files that were read. */
  filesOf(dependencies: Dependencies): string[];
}

/**
 * Creates a reader for one build.
 *
 * @param options.since start of the build, in milliseconds since the epoch; files that changed after it are not trusted. Default:
 *   now
 * @param options.busy folders in which this build creates and removes files of its own
 */
export function createDependencies(
  siteFolders: SiteFolders,
  { since = Date.now(), busy = [] }: { since?: number; busy?: string[] } = {},
): DependencyReader {
  const { projectRoot, base = projectRoot } = siteFolders;
  const { stateAt, namesIn, query, isSettled } = createQueries(siteFolders, { since, busy });
  return {
    folders: siteFolders,
    take(seen) {
      const found = takeAnswers(seen, siteFolders);
      if (!found) return undefined;
      const taken: Dependencies = { answers: found, states: new Map() };
      const known = new Set(found.map(([question, name]) => `${question} ${name}`));
      const add = (question: 'content' | 'modules', file: string): void => {
        const name = toMovable(file, base);
        if (!known.has(`${question} ${name}`)) taken.answers.push([question, name, query(question, file)]);
        known.add(`${question} ${name}`);
      };
      const statesRead = new Map((seen.reads ?? []).map(({ path: file, state }) => [file, state]));
      // A path may lead to another file by now, which may be older than the build.
      const trust = (file: string): boolean => {
        const now = readState(file);
        if (!now || !isBefore(now.changed, since) || (statesRead.get(file) ?? now.state) !== now.state) return false;
        taken.states.set(toMovable(file, base), now.state);
        return true;
      };
      for (const [question, name] of found) if (question === 'content') trust(fromMovable(name, base));
      // Another process read these files at an unknown time.
      const addModule = (file: string): boolean => {
        if (!trust(file)) return false;
        add('content', file);
        return true;
      };
      for (const file of seen.modules ?? []) {
        if (!addModule(file)) return undefined;
        for (const folder of upwards(file, projectRoot)) {
          if (known.has(`modules ${toMovable(folder, base)}`)) break;
          if (!isSettled(folder)) return undefined;
          add('modules', folder);
          const isPackage = namesIn(folder).split('/').includes('package.json');
          if (isPackage && !addModule(path.join(folder, 'package.json'))) return undefined;
        }
      }
      return taken;
    },
    answer: (question, name) => query(question, fromMovable(name, base)),
    findChange(cached) {
      const isSame = ([question, name, answer]: Dependency): boolean => {
        if (question === 'git') return true;
        const file = fromMovable(name, base);
        const state = question === 'content' ? cached.states.get(name) : undefined;
        return (state !== undefined && stateAt(file) === state) || query(question, file) === answer;
      };
      // Usually a file has changed whose state is known, and comparing states is cheap.
      const isFile = ([question]: Dependency): boolean => question === 'content';
      const ordered = [...cached.answers.filter(isFile), ...cached.answers.filter((one) => !isFile(one))];
      const changed = ordered.find((dependency) => !isSame(dependency));
      return changed && fromMovable(changed[1], base);
    },
    inputsOf({ answers: cached, states: before }) {
      const inputs = new Map(
        cached.flatMap(([question, name, hash]): [string, { hash: string; state: string }][] => {
          const state = question === 'content' ? before.get(name) : undefined;
          return state === undefined ? [] : [[name, { hash, state }]];
        }),
      );
      return (file) => {
        const input = inputs.get(toMovable(file, base));
        return input && readState(file)?.state === input.state ? input : undefined;
      };
    },
    filesOf: (cachedEntry) => Array.from(cachedEntry.states.keys(), (name) => fromMovable(name, base)),
  };
}

/** Queries the disk. Each query runs once, except those of `isSettled`. */
interface Queries {
  stateAt: (file: string) => string | undefined;
  /** Returns the names of modules and folders in a folder. */
  namesIn: (folder: string) => string;
  query: DependencyReader['answer'];
  /** Returns true if no file was added or removed since the build began. Otherwise the build may have seen either state. */
  isSettled: (folder: string) => boolean;
}

function createQueries(siteFolders: SiteFolders, { since, busy }: { since: number; busy: string[] }): Queries {
  const folders = new Map(Array.from(new Set(busy), (folder) => [folder, readModuleNames(folder)]));
  const isOwn = createOwnFileCheck(siteFolders);
  const states = new Map<string, string | undefined>();
  const answers = new Map<string, string>();
  const stateAt = (file: string) => remembered(states, file, () => readState(file)?.state);
  const namesIn = (folder: string) => remembered(folders, folder, () => readModuleNames(folder));
  const query = (question: Dependency[0], file: string): string =>
    remembered(answers, `${question} ${file}`, () => {
      if (question === 'git') return '';
      return question === 'modules'
        ? hashOf(namesIn(file))
        : answerText({ question, path: file, answer: answerOf(question, file) }, siteFolders, isOwn);
    });
  const isSettled = (folder: string): boolean => {
    if (folders.has(folder) && readModuleNames(folder) === namesIn(folder)) return true;
    const found = readState(folder);
    return found !== undefined && isBefore(found.changed, since);
  };
  return { stateAt, namesIn, query, isSettled };
}

function remembered<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const value = known.has(key) ? (known.get(key) as Value) : make();
  known.set(key, value);
  return value;
}

/** Returns the reads of this process as dependencies. Returns undefined if a query had two answers, or if an input is unknown. */
export function takeAnswers(
  { reads: facts = [], isUnknown }: Partial<Seen>,
  folders: SiteFolders,
): Dependency[] | undefined {
  if (isUnknown) return undefined;
  const isOwn = createOwnFileCheck(folders);
  const found = new Map<string, Dependency>();
  for (const { question, path: file, answer } of facts) {
    if (isOwn(file)) continue;
    const key = `${question} ${file}`;
    const text = answerText({ question, path: file, answer }, folders, isOwn);
    const known = found.get(key);
    if (known && known[2] !== text) return undefined;
    found.set(key, [question, toMovable(file, baseOf(folders)), text]);
  }
  return [...found.values()];
}

/** Creates a check for files that the build itself creates, and for paths that change with every run. */
export function createOwnFileCheck({ outDir, cacheDir }: SiteFolders): (file: string) => boolean {
  const own = [outDir, cacheDir].filter((folder) => folder !== undefined);
  const beside = outDir === undefined ? undefined : path.join(path.dirname(outDir), path.sep);
  const isBeside = (file: string): boolean => {
    if (outDir === undefined || beside === undefined || !file.startsWith(beside)) return false;
    const [first = ''] = file.slice(beside.length).split(path.sep, 1);
    return parseWorkName(outDir, first) !== undefined;
  };
  return (file) =>
    own.some((folder) => file === folder || file.startsWith(folder + path.sep)) ||
    /[\\/]node_modules[\\/]\.cache([\\/]|$)|^\/proc\/|^\/dev\/(?!shm\/)/.test(file) ||
    isBeside(file) ||
    parseConfigCopy(path.basename(file)) !== undefined ||
    isInScriptFolder(file);
}

/** Converts an answer to its stored form. */
function answerText(
  { question, path: file, answer }: Seen['reads'][number],
  folders: SiteFolders,
  isOwn: (file: string) => boolean,
): string {
  if (Array.isArray(answer)) {
    const names = answer.filter((name) => {
      const entry = path.join(file, name.replace(/[/>?]$/, ''));
      // The first build creates the parent folders of the cache.
      return !isOwn(entry) && !folders.cacheDir?.startsWith(entry + path.sep);
    });
    return hashOf(names.join('/'));
  }
  return question === 'real' && path.isAbsolute(answer) ? toMovable(answer, baseOf(folders)) : answer;
}

function baseOf({ projectRoot, base = projectRoot }: SiteFolders): string {
  return base;
}
