const tasks: (() => unknown)[] = [];

/**
 * Has something done after the tests of the file that runs. Modules are loaded once a worker: a hook of theirs would belong
 * to its first file.
 */
export function afterFile(task: () => unknown): void {
  tasks.push(task);
}

/** Does what is to be done, at once. */
export async function endFile(): Promise<void> {
  await Promise.all(tasks.splice(0).map((task) => task()));
}
