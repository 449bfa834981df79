/** Where the time of a build goes. */
import fs from 'node:fs';
import type { Stage } from './stage.ts';

/** What a build has cost; times in milliseconds, memory in bytes. */
export interface BuildStats {
  /** By stage: time that has passed, and that processors have worked for this process, its threads among them. */
  stages: Record<Stage, { wall: number; cpu: number }>;
  /** Most memory that this process has had. */
  memory: number;
  /** Other processes: the bundler, the renderer of demos. Undefined where the system does not tell (only Linux does). */
  processes?: ProcessCost[];
  /** Pages that took longest to be compiled and rendered, by source path. */
  slowestPages: { name: string; time: number }[];
  /** Demos that took longest to be rendered, by id. */
  slowestDemos: { name: string; time: number }[];
}

/** What a process has cost. */
export interface ProcessCost {
  name: string;
  /** Milliseconds that processors have worked for it. */
  cpu: number;
  /** Most bytes of memory that it has had. */
  memory: number;
}

/** A stage, or work at a page or a demo. */
export interface TimedTask {
  kind: 'stage' | 'page' | 'demo';
  /** Name of the stage, source path of the page, or id of the demo. */
  name: string;
  /** `main`, a worker that builds pages, or the process that renders demos; `stages` for a stage. */
  worker: string;
  /** When it began, in milliseconds since the epoch. */
  start: number;
  /** How many milliseconds it took. */
  time: number;
}

/** Called with work at a page or a demo when it is done. */
export type OnTime = (task: TimedTask) => void;

/** The time in milliseconds since the epoch, with fractions: the same clock in all workers. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Measures a build. */
export interface Meter {
  /** A stage begins; without one, the last one ends. */
  enter(stage?: Stage): void;
  onTime: OnTime;
  /** What was measured, once all is done. */
  stats(): BuildStats;
}

/** How many pages and demos are named. */
const NAMED = 5;
/** Milliseconds between two looks at other processes. */
const LOOK = 100;

/**
 * @param options.watch looks at other processes, too
 * @param options.onTask called with each stage, page and demo when it is done
 */
export function createMeter({ watch = false, onTask }: { watch?: boolean; onTask?: OnTime } = {}): Meter {
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
      // One that has ended and is not waited for yet has its time still, and nothing else.
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
    enter(next) {
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
    onTime(task) {
      const { kind, name, time } = task;
      onTask?.(task);
      if (kind !== 'stage') times[kind].set(name, (times[kind].get(name) ?? 0) + time);
    },
    stats: () => ({
      stages,
      memory: process.resourceUsage().maxRSS * 1024,
      ...(watch && process.platform === 'linux' && { processes: [...processes.values()].filter(({ cpu }) => cpu > 0) }),
      slowestPages: slowest('page'),
      slowestDemos: slowest('demo'),
    }),
  };
}

/** What the processes below this one have cost so far, by their ids; none where the system does not tell. */
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
    // It has just ended, or the system has no such files.
    return [];
  }
}

/** A processor's time is told in hundredths of a second, on every Linux. */
const TICK = 10;

function readCost(pid: number): ProcessCost | undefined {
  try {
    const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    // The name stands in brackets and may hold anything; the numbers come after it.
    const numbers = fs
      .readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [user = 0, system = 0] = numbers.slice(11, 13);
    const [, peak = '0'] = /VmHWM:\s*(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return { name: nameOf(command), cpu: (user + system) * TICK, memory: Number(peak) * 1024 };
  } catch {
    return undefined;
  }
}

/** The script for a process of Node, else the program. */
function nameOf([program = '', ...args]: string[]): string {
  const last = (path: string): string => path.replace(/^.*[\\/]/, '');
  const script = args.find((argument) => !argument.startsWith('-'));
  return last(program) === 'node' && script ? last(script).replace(/\.js$/, '') : last(program);
}
