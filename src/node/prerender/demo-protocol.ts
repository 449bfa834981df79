/** What the parent asks of the demo renderer. */
export interface WorkerRequest {
  /** The script of all demos. */
  code: string;
  /** Its name in stack traces. */
  file: string;
  ids: string[];
}

/** What the demo renderer answers, in order. */
export type WorkerAnswer =
  | { type: 'start'; id: string }
  | { type: 'done'; id: string; html: string }
  | { type: 'failed'; id: string; message: string; stack: string };
