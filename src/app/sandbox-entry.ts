/** The script of the sandbox's document: see `src/runtime/sandbox`. */
import { startSandbox } from '../runtime/sandbox/sandbox.ts';

startSandbox();
