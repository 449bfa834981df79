import type { Format } from '../kit/kit.ts';
import type { Life } from './process.ts';

export interface Session {
  life: Life;
  format: Format;
  /** True if the command writes files. A command that fails writes none. */
  writes: boolean;
  exitCode: number;
}
