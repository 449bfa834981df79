export interface WorkerRequest {
  scripts: WorkerScript[];
  /** Folders from which `react` and `react-dom` are loaded. */
  reactFolders: Map<string, string>;
  demos: RequestedDemo[];
  /** Limit of processor time and waiting time for a demo, in milliseconds, after which the worker kills itself. */
  timeout: number;
  /** True to render some demos of the shared context again afterwards, and compare their HTML. */
  verifies: boolean;
  /** True to render the demos in a new shared context. */
  isTrial: boolean;
}

export interface WorkerScript {
  name: string;
  hash: string;
  /** Absent if the worker has already received it. */
  code?: string | undefined;
  /** Runs again for each demo. Otherwise it runs once in each context, and all demos of the context share its modules. */
  isOwn: boolean;
}

export interface RequestedDemo {
  id: string;
  /** Names of the package modules that it imports. They are evaluated before its time begins. */
  modules: string[];
  isAlone: boolean;
}

/** Answers of a demo worker, in order: `end` after all demos with the bytes of memory that it uses, or only `refused`. */
export type WorkerAnswer =
  | { type: 'end'; verified: Verification; memory: number }
  | ({ type: 'refused' } & Refusal)
  /** The packages of a demo are evaluated. Its time begins. */
  | { type: 'start'; id: string }
  | ({ type: 'done'; id: string } & RenderedHtml & Leftovers)
  | ({ type: 'failed'; id: string; timedOut?: boolean } & ThrownError & Leftovers);

export interface ThrownError {
  message: string;
  stack: string;
  /** React renders this part of the demo again in the browser. */
  isRetried?: boolean;
}

export interface RenderedHtml {
  html: string;
  styles: string[];
}

/** What a demo changed outside of its own modules. */
export interface Leftovers {
  /** Names of changed built-in objects and replaced globals, such as `Array.prototype.last`. */
  changed: string[];
  /** Each later demo of the process would see a change. The process renders no further demo. */
  isSpoiled: boolean;
}

/** Ids of the demos that were rendered again in a shared context, by whether their HTML was the same. */
export interface Verification {
  same: string[];
  different: string[];
}

export interface Refusal {
  name: string;
  message: string;
}

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
