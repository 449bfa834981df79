/** Script of the sandbox document: see `src/runtime/sandbox`. */
import { startSandbox } from '../runtime/sandbox/sandbox.ts';

startSandbox();
