/** Runs before each test file. */
import { afterAll } from 'vitest';
import { endFile } from './after-file.ts';
import { INSIDE } from './folder.ts';

// Without this, each build would read the git history of this repository.
process.env.GIT_CEILING_DIRECTORIES = INSIDE;

afterAll(endFile);
