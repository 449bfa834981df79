/** Request of the parent to the demo renderer. */
export interface WorkerRequest {
  /** Scripts that are run in this order for each demo, in a fresh context. */
  scripts: WorkerScript[];
  /** Folders from which `react` and `react-dom` are loaded. */
  reactFolders: Map<string, string>;
  ids: string[];
  /**
   * Limit of processor time and waiting time, in milliseconds, after which the process ends itself; unset for a process that is not
   * measured.
   */
  budget?: number;
}

export interface WorkerScript {
  /** Name in stack traces. */
  name: string;
  code: string;
}

/** Answers of the demo renderer, in order: `end` after all ids, or only `refused`. */
export type WorkerAnswer =
  | { type: 'end' }
  /** A script does not compile. */
  | ({ type: 'refused' } & Refusal)
  | { type: 'start'; id: string }
  /** `styles`: elements for the head. */
  | { type: 'done'; id: string; html: string; styles: string[] }
  | { type: 'failed'; id: string; message: string; stack: string; timedOut?: boolean };

/** The error of a script that does not compile. */
export interface Refusal {
  name: string;
  message: string;
}
