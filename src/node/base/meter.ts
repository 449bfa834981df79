import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

/** Stages of the pipeline, then `write`. `types` is the time spent waiting for types, which are read during `compile`. */
export type Stage = 'load' | 'compile' | 'types' | 'bundle' | 'prerender' | 'write';

/** Milliseconds per clock tick. A tick is the unit of processor times: a hundredth of a second on every Linux system. */
const TICK = 10;

/** Returns the processor time of a process in milliseconds. Undefined if the process has ended or the system does not report the time. */
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

/** The process name is in parentheses and may contain any character. The numbers follow the name. */
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

/** Cost of a build. Times are in milliseconds, memory is in bytes. */
export interface BuildStats {
  /** For each stage: the elapsed time, and the processor time of this process and its workers. */
  stages: Record<Stage, { wall: number; cpu: number }>;
  /** Peak memory of this process. */
  memory: number;
  /** Costs of other processes: the bundler and the demo renderer. Measured only on Linux. */
  processes?: ProcessCost[];
  /** Pages that took the longest to compile and render, by source path. */
  slowestPages: { name: string; time: number }[];
  /** Demos that took the longest to render, by id. */
  slowestDemos: { name: string; time: number }[];
}

export interface ProcessCost {
  name: string;
  /** Processor time in milliseconds. */
  cpu: number;
  /** Peak memory in bytes. */
  memory: number;
}

/** A stage, or work on a page or demo, with the time it took. */
export interface TimedTask {
  kind: 'stage' | 'page' | 'demo';
  /** Name of the stage, source path of the page, or id of the demo. */
  name: string;
  /** `main`, a worker that builds pages, or the process that renders demos. For a stage, the value is `stages`. */
  worker: string;
  /** Start in milliseconds since the epoch. */
  start: number;
  /** Duration in milliseconds. */
  time: number;
}

/** Called after each unit of work on a page or demo. */
export type OnTime = (task: TimedTask) => void;

/** Returns the time in milliseconds since the epoch, with fractions. All workers share this clock. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Number of entries in each list of the slowest pages or demos. */
const NAMED = 5;
/** Milliseconds between two measurements of other processes. */
const LOOK = 100;

/** If `watch` is set, also measures other processes. Calls `onTask` with each stage, page and demo when it is done. */
export function createMeter({ watch = false, onTask }: { watch?: boolean; onTask?: OnTime } = {}) {
  const none = () => ({ wall: 0, cpu: 0 });
  const stages = { load: none(), compile: none(), types: none(), bundle: none(), prerender: none(), write: none() };
  const times = { page: new Map<string, number>(), demo: new Map<string, number>() };
  const processes = new Map<number, ProcessCost>();
  let stage: Stage | undefined;
  let since = preciseNow();
  let cpu = process.cpuUsage();
  const look = (): void => {
    for (const [pid, cost] of readChildren()) {
      const known = processes.get(pid);
      // A terminated process that its parent has not reaped yet reports only its processor time.
      processes.set(pid, {
        ...cost,
        name: cost.name || (known?.name ?? ''),
        memory: cost.memory || (known?.memory ?? 0),
      });
    }
  };
  const timer = watch ? setInterval(look, LOOK).unref() : undefined;
  const slowest = (kind: 'page' | 'demo') =>
    [...times[kind]]
      .sort(([, a], [, b]) => b - a)
      .slice(0, NAMED)
      .map(([name, time]) => ({ name, time: Math.round(time) }));
  return {
    /** Begins a stage and ends the previous one. Without an argument, ends the last stage. */
    enter(next?: Stage): void {
      const [now, spent] = [preciseNow(), process.cpuUsage(cpu)];
      if (stage) {
        stages[stage].wall += now - since;
        onTask?.({ kind: 'stage', name: stage, worker: 'stages', start: since, time: now - since });
        stages[stage].cpu += (spent.user + spent.system) / 1000;
      }
      [stage, since, cpu] = [next, now, process.cpuUsage()];
      if (watch) look();
      if (!next) clearInterval(timer);
    },
    onTime(task: Parameters<OnTime>[0]): void {
      const { kind, name, time } = task;
      onTask?.(task);
      if (kind !== 'stage') times[kind].set(name, (times[kind].get(name) ?? 0) + time);
    },
    /** Returns the measurements. Call it after the last stage. */
    stats: (): BuildStats => ({
      stages,
      memory: process.resourceUsage().maxRSS * 1024,
      ...(watch && process.platform === 'linux' && { processes: [...processes.values()].filter(({ cpu }) => cpu > 0) }),
      slowestPages: slowest('page'),
      slowestDemos: slowest('demo'),
    }),
  };
}

/** Returns the current costs of all descendants of this process, by process id. Empty if the system does not report them. */
function readChildren(): Map<number, ProcessCost> {
  const found = new Map<number, ProcessCost>();
  const visit = (pid: number | 'self'): void => {
    for (const child of childrenOf(pid)) {
      const cost = readCost(child);
      if (cost) found.set(child, cost);
      visit(child);
    }
  };
  visit('self');
  return found;
}

function childrenOf(pid: number | 'self'): number[] {
  const folder = `/proc/${pid}/task`;
  try {
    return fs
      .readdirSync(folder)
      .flatMap((task) => fs.readFileSync(`${folder}/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number));
  } catch {
    // The process has just ended, or the system has no such files.
    return [];
  }
}

function readCost(pid: number): ProcessCost | undefined {
  try {
    const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const cpu = processorTime(pid) ?? 0;
    const [, peak = '0'] = /VmHWM:\s*(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return { name: nameOf(command), cpu, memory: Number(peak) * 1024 };
  } catch {
    return undefined;
  }
}

/** Returns the script name for a Node.js process, otherwise the program name. */
function nameOf([program = '', ...args]: string[]): string {
  const last = (path: string): string => path.replace(/^.*[\\/]/, '');
  const script = args.find((argument) => !argument.startsWith('-'));
  return last(program) === 'node' && script ? last(script).replace(/\.js$/, '') : last(program);
}
