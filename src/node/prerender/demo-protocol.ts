/** What the parent asks of the demo renderer. */
export interface WorkerRequest {
  /** The script of all demos. */
  code: string;
  /** Its name in stack traces. */
  file: string;
  /** Script with the modules of packages, which the demos ask for by name. */
  packages: string;
  /** Folders from which `react` and `react-dom` are loaded. */
  reactFolders: Map<string, string>;
  ids: string[];
}

/** What the demo renderer answers, in order; `end` when it has gone through all ids. */
export type WorkerAnswer =
  | { type: 'end' }
  | { type: 'start'; id: string }
  | { type: 'done'; id: string; html: string }
  | { type: 'failed'; id: string; message: string; stack: string; timedOut?: boolean };
