import type { Format } from '../kit/kit.ts';
import type { Life } from './process.ts';

export interface Session {
  life: Life;
  format: Format;
  /** The command writes files, but none if it fails. */
  writes: boolean;
  exitCode: number;
}
