/** What the parent asks of the demo renderer. */
export interface WorkerRequest {
  /** Scripts to be run in turn for each demo, in a context of its own. */
  scripts: WorkerScript[];
  /** Folders from which `react` and `react-dom` are loaded. */
  reactFolders: Map<string, string>;
  ids: string[];
  /** Milliseconds of processor time and of waiting after which the process ends itself; unset for a process that is not measured. */
  budget?: number;
}

export interface WorkerScript {
  /** In stack traces. */
  name: string;
  code: string;
}

/** What the demo renderer answers, in order; `end` when it has gone through all ids, `refused` in place of everything else. */
export type WorkerAnswer =
  | { type: 'end' }
  /** The engine does not compile a script. */
  | ({ type: 'refused' } & Refusal)
  | { type: 'start'; id: string }
  /** `styles`: elements for the head. */
  | { type: 'done'; id: string; html: string; styles: string[] }
  | { type: 'failed'; id: string; message: string; stack: string; timedOut?: boolean };

/** What the engine says against a script. */
export interface Refusal {
  name: string;
  message: string;
}
