import type { Format } from '../kit/kit.ts';
import type { Life } from './process.ts';

export interface Session {
  life: Life;
  /** Format of messages. */
  format: Format;
  /** The command writes files, and none if it fails. */
  writes: boolean;
  /** Exit code of the process if nothing fails. */
  exitCode: number;
}
