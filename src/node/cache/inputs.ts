/** Everything that a build has asked of the disk, kept so that it can be asked again. */

import path from 'node:path';
import { parseConfigCopy } from '../files/config-copy.ts';
import { isInScriptFolder } from '../files/script-folder.ts';
import { parseWorkName } from '../write/work-names.ts';
import { CLOCK_STEP } from './cache.ts';
import { readModuleNames, readState, upwards } from './file-states.ts';
import { answerOf, hashOf, type Question, type Seen } from './observe-reads.ts';

/** The questions and their answers; paths below the project are relative to it, so that it may lie elsewhere. */
export interface Inputs {
  facts: [question: Question | 'modules', path: string, answer: string][];
  /** What files were like of which the contents are known, by path: those that are the same still need not be read. */
  states: Map<string, string>;
}

/** Where a build has read, and what of it is its own. */
export interface InputPlace {
  projectRoot: string;
  /** Absolute, real path. */
  outDir: string;
  /** Folder of the cache, where the configuration names one. */
  cacheDir?: string | undefined;
}

/**
 * What was seen, as it is kept.
 *
 * @param since when the build began, in milliseconds since the epoch
 * @returns undefined when something changed while it was read, or nobody knows what was used
 */
export function takeInputs(seen: Seen, place: InputPlace, since: number): Inputs | undefined {
  if (seen.isUnknown) return undefined;
  const facts = new Map<string, Inputs['facts'][number]>();
  const states: Inputs['states'] = new Map();
  const add = (question: Inputs['facts'][number][0], file: string, answer: string | string[]): boolean => {
    const text = answerText(question, file, answer, place);
    const key = `${question} ${file}`;
    const known = facts.get(key);
    if (known) return known[2] === text;
    facts.set(key, [question, encode(file, place), text]);
    return true;
  };
  const trust = (file: string): boolean => {
    const found = readState(file);
    if (!found || Number(found.changed / 1_000_000n) > since - CLOCK_STEP) return false;
    states.set(encode(file, place), found.state);
    return true;
  };
  for (const { question, path: file, answer } of seen.facts) {
    if (isOwn(file, place)) continue;
    if (!add(question, file, answer)) return undefined;
    if (question === 'content') trust(file);
  }
  const folders = new Set<string>();
  // Another process read them at a time that nobody knows.
  const addModule = (file: string): boolean =>
    trust(file) && (facts.has(`content ${file}`) || add('content', file, answerOf('content', file)));
  for (const file of seen.modules) {
    if (!addModule(file)) return undefined;
    for (const folder of upwards(file, place.projectRoot)) {
      if (folders.has(folder)) break;
      folders.add(folder);
      const names = readModuleNames(folder);
      add('modules', folder, names);
      if (names.split('/').includes('package.json') && !addModule(path.join(folder, 'package.json'))) return undefined;
    }
  }
  return { facts: [...facts.values()], states };
}

/** Whether every question has the answer that it had; those about git are asked elsewhere. */
export function areSameInputs({ facts, states }: Inputs, place: InputPlace): boolean {
  return facts.every(([question, name, answer]) => {
    const file = decode(name, place);
    if (question === 'git') return true;
    if (question === 'modules') return answerText(question, file, readModuleNames(file), place) === answer;
    if (question === 'content') {
      const state = states.get(name);
      if (state !== undefined && readState(file)?.state === state) return true;
    }
    return answerText(question, file, answerOf(question, file), place) === answer;
  });
}

/** Files that a build makes itself, and what changes with every run. */
export function isOwn(file: string, { outDir, cacheDir }: InputPlace): boolean {
  const isIn = (folder: string): boolean => file === folder || file.startsWith(folder + path.sep);
  if (isIn(outDir) || (cacheDir !== undefined && isIn(cacheDir))) return true;
  if (/[\\/]node_modules[\\/]\.cache([\\/]|$)|^\/proc\/|^\/dev\/(?!shm\/)/.test(file)) return true;
  const home = path.join(path.dirname(outDir), path.sep);
  const [first = ''] = file.startsWith(home) ? file.slice(home.length).split(path.sep, 1) : [];
  if (parseWorkName(outDir, first) !== undefined) return true;
  return parseConfigCopy(path.basename(file)) !== undefined || isInScriptFolder(file);
}

/** An answer as it is kept. */
export function answerText(
  question: Inputs['facts'][number][0],
  file: string,
  answer: string | string[],
  place: InputPlace,
): string {
  if (Array.isArray(answer)) {
    const names = answer.filter((name) => {
      const entry = path.join(file, name.replace(/[/>?]$/, ''));
      // The folder around the cache comes with the first build.
      return !isOwn(entry, place) && !place.cacheDir?.startsWith(entry + path.sep);
    });
    return hashOf(names.join('/'));
  }
  if (question === 'modules') return hashOf(answer);
  return question === 'real' && path.isAbsolute(answer) ? encode(answer, place) : answer;
}

/** A path as it is kept: below the project relative to it. */
export function encode(file: string, { projectRoot }: Pick<InputPlace, 'projectRoot'>): string {
  if (file === projectRoot) return './';
  return file.startsWith(projectRoot + path.sep) ? `./${file.slice(projectRoot.length + 1)}` : file;
}

/** The path that {@link encode} was given, in a project that may lie elsewhere. */
export function decode(name: string, { projectRoot }: Pick<InputPlace, 'projectRoot'>): string {
  return name.startsWith('./') ? path.join(projectRoot, name.slice(2)) : name;
}
