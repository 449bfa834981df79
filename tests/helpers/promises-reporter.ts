import path from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { type Promised, ranAs, readPromises } from './promises.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Fails a run if a promise quotes a test of a file that ran, but the test failed or did not run. */
export class PromisesReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: string): void {
    // A run that is filtered by name leaves out tests.
    if (reason === 'interrupted' || this.#vitest?.config.testNamePattern) return;
    const broken = brokenPromises(modules);
    for (const { file, name } of broken) this.#vitest?.logger.error(`Promised, but did not pass: ${file}: ${name}`);
    if (broken.length > 0) process.exitCode = 1;
  }
}

function brokenPromises(modules: readonly TestModule[]): Promised[] {
  const passed = new Map<string, string[]>();
  for (const module of modules) {
    const file = path.relative(root, module.moduleId).replaceAll(path.sep, '/');
    const names = [...module.children.allTests('passed')].map(({ fullName }) => fullName);
    passed.set(file, [...(passed.get(file) ?? []), ...names]);
  }
  return readPromises().filter(({ file, name }) => {
    const names = passed.get(file);
    return names && !names.some((full) => ranAs(name).test(full));
  });
}
