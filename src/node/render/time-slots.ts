/** Shared memory of a demo worker and the worker that watches its time. All values are milliseconds. */
export const TIME_SLOTS = {
  /** Limit of the current demo; zero between demos. */
  budget: 0,
  /** Processor time of the process when the demo began. */
  start: 1,
  waited: 2,
} as const;

export interface WatchData {
  slots: Int32Array;
}

/** Returns the processor time that this process has used, in milliseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
