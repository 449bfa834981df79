/**
 * Measures the CPU time of a task in milliseconds. Unlike elapsed time, it does not depend on how busy the machine is.
 */
export async function cpuTime(task: () => unknown): Promise<number> {
  const begin = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}
