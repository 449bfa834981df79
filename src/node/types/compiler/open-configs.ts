import path from 'node:path';
import type { API, Snapshot } from 'typescript/unstable/sync';
import { toPosix } from '../../base/files/paths.ts';
import { createProgram, type Program } from './program.ts';
import type { SessionFiles } from './session-files.ts';

/** The configurations that are open in the compiler's process, each with the snapshots of its files. */
export interface OpenConfigs {
  /** Opens files with options, as if a configuration in this folder had them. */
  open: (dir: string, config: unknown) => Program;
  /** A program with other texts of some of its files, by their absolute paths. */
  change: (program: Program, texts: ReadonlyMap<string, string>) => Program;
  /** Ends a session: what it has opened is closed when the next one opens its first configuration. */
  endSession: () => void;
}

/** @param libraryDir folder of the compiler's own files */
export function createOpenConfigs(api: API, files: SessionFiles, libraryDir: string): OpenConfigs {
  const configs = new WeakMap<Program, string>();
  let count = 0;
  let snapshots: Snapshot[] = [];
  /** Configurations of this session, and those of the last one. */
  let current: string[] = [];
  let ended: string[] = [];

  const programOf = (snapshot: Snapshot, config: string): Program => {
    snapshots.push(snapshot);
    const project = snapshot.getProject(config);
    if (!project) throw new Error(`The compiler has not opened ${config}`);
    const program = createProgram(project, libraryDir);
    configs.set(program, config);
    return program;
  };
  return {
    open(dir, config) {
      // A new name each time: the compiler reads a configuration once.
      const file = path.posix.join(dir, `.cascader-docs-${++count}.json`);
      files.write(file, JSON.stringify(config));
      const isFirst = current.length === 0;
      // All at once: what is parsed is kept for what is opened.
      const snapshot = api.updateSnapshot({
        openProjects: [file],
        closeProjects: ended,
        ...(isFirst && count > 1 ? { fileChanges: { invalidateAll: true } } : {}),
      });
      if (isFirst) {
        for (const one of snapshots) one.dispose();
        snapshots = [];
      }
      current.push(file);
      ended = [];
      return programOf(snapshot, file);
    },
    change(program, texts) {
      for (const [filePath, text] of texts) files.write(filePath, text);
      const snapshot = api.updateSnapshot({ fileChanges: { changed: [...texts.keys()].map((file) => toPosix(file)) } });
      return programOf(snapshot, configs.get(program) ?? '');
    },
    endSession() {
      ended.push(...current);
      current = [];
    },
  };
}
