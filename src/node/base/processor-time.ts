import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

/** Milliseconds per clock tick, the unit of processor times: a hundredth of a second on every Linux. */
const TICK = 10;

/** Returns the processor time of a process in milliseconds. Undefined if it has ended, or if the system does not report it. */
export function processorTime(pid: number): number | undefined {
  try {
    if (process.platform === 'linux') return timeInStat(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
    if (process.platform === 'win32') return undefined;
    return timeOfPs(execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' }));
  } catch {
    // The process has ended.
    return undefined;
  }
}

/** The process name is in parentheses and may contain any character. The numbers come after it. */
function timeInStat(text: string): number {
  const [user = 0, system = 0] = text
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * TICK;
}

/** Reads a time as `ps` prints it: `1:02.50`, `01:02:03` or `1-01:02:03`. */
export function timeOfPs(text: string): number {
  const [clock = '', days = '0'] = text.trim().split('-').reverse();
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return (Number(days) * 86_400 + seconds) * 1000;
}
