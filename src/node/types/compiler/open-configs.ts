import path from 'node:path';
import type { API, Snapshot } from 'typescript/unstable/sync';
import { toPosix } from '../../base/files/paths.ts';
import { createProgram, type Program } from './program.ts';
import type { SessionFiles } from './session-files.ts';

export type OpenConfigs = ReturnType<typeof createOpenConfigs>;

export function createOpenConfigs(api: API, files: SessionFiles, libraryDir: string) {
  const configs = new WeakMap<Program, string>();
  let count = 0;
  let snapshots: Snapshot[] = [];
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
    /** Opens files with options, as if a configuration in this folder had them. */
    open(dir: string, config: unknown): Program {
      // Each configuration has a new name, because the compiler reads a configuration only once.
      const file = path.posix.join(dir, `.cascader-docs-${++count}.json`);
      files.write(file, JSON.stringify(config));
      const isFirst = current.length === 0;
      // Open and close in one update: the compiler then keeps parsed files that the new configuration also contains.
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
    change(program: Program, texts: ReadonlyMap<string, string>): Program {
      for (const [filePath, text] of texts) files.write(filePath, text);
      const snapshot = api.updateSnapshot({ fileChanges: { changed: [...texts.keys()].map((file) => toPosix(file)) } });
      return programOf(snapshot, configs.get(program) ?? '');
    },
    /** Ends a session. Its configurations are closed when the next session opens its first configuration. */
    endSession(): void {
      ended.push(...current);
      current = [];
    },
  };
}
