import { onTestFinished, TestRunner } from 'vitest';

const tasks: (() => unknown)[] = [];

/**
 * Runs a task after the tests of the current file. Modules are loaded once per worker, so an `afterAll` hook in a
 * module would run only for the first file that imports it.
 */
export function afterFile(task: () => unknown): void {
  tasks.push(task);
}

/** Runs a task after the current test or, outside of a test, after the tests of the current file. */
export function afterTest(task: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await task()));
  else afterFile(task);
}

/** Runs the tasks of the current file. */
export async function endFile(): Promise<void> {
  await Promise.all(tasks.splice(0).map((task) => task()));
}
