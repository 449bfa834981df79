/** Runs before each test file. */
import { afterAll } from 'vitest';
import { endFile } from './after-file.ts';
import { INSIDE } from './folder.ts';

// A site of a test has no history but its own: each build would read all of this repository's.
process.env.GIT_CEILING_DIRECTORIES = INSIDE;

afterAll(endFile);
