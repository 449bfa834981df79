import fs from 'node:fs';
import type { TimedTask } from '../index.ts';

/** Writes tasks as a Chrome trace: complete events, one row for each worker. Times in it are microseconds. */
export function writeTrace(file: string, tasks: readonly TimedTask[]): void {
  const workers = [...new Set(tasks.map(({ worker }) => worker))];
  const first = Math.min(...tasks.map(({ start }) => start));
  const events = tasks.map(({ kind, name, worker, start, time }) => ({
    name,
    cat: kind,
    ph: 'X',
    ts: Math.round((start - first) * 1000),
    dur: Math.round(time * 1000),
    pid: process.pid,
    tid: workers.indexOf(worker),
    args: { worker },
  }));
  fs.writeFileSync(file, `${JSON.stringify(events)}\n`);
}
