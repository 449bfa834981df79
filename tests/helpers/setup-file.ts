/** Runs before each test file. */
import { afterAll } from 'vitest';
import { endFile } from './after-file.ts';

afterAll(endFile);
