const tasks: (() => unknown)[] = [];

/**
 * Runs a task after the tests of the current file. Modules are loaded once per worker, so an `afterAll` hook in a
 * module would run only for the first file that imports it.
 */
export function afterFile(task: () => unknown): void {
  tasks.push(task);
}

/** Runs the tasks of the current file. */
export async function endFile(): Promise<void> {
  await Promise.all(tasks.splice(0).map((task) => task()));
}
