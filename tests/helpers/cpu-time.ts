/** Milliseconds of the processor's time that this process takes for something: as many on a busy machine. */
export async function cpuTime(task: () => unknown): Promise<number> {
  const begin = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}
