import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** One a processor: by itself vitest keeps one back, which is half of a small machine. */
const WORKERS = availableParallelism();

/** The tool as it is built: Node reads it as it is. */
const BUILT = [/\/lib\/[^/]+\.js$/];

/** What a test file leaves is taken away after it. */
const SETUP = ['tests/helpers/setup-file.ts'];

/** Tests of each kind run as a project of their own: `vitest run --project unit`. */
export default defineConfig({
  test: {
    projects: [
      {
        resolve: {
          alias: {
            'cascader-docs:theme': file('src/theme/index.ts'),
            'cascader-docs:messages': file('tests/helpers/messages.ts'),
          },
        },
        test: {
          name: 'unit',
          setupFiles: SETUP,
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
          // What they test has no state of its own: modules are loaded once a worker.
          isolate: false,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'build',
          setupFiles: SETUP,
          server: { deps: { external: BUILT } },
          include: ['tests/build/**/*.test.ts'],
          // The tool is loaded once a worker, not once a file.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: WORKERS,
          // Servers are waited for, and a loaded machine can be slow.
          retry: 1,
        },
      },
      {
        // Many rounds of the same: too long for every change.
        test: {
          name: 'soak',
          setupFiles: SETUP,
          include: ['tests/soak/*.test.ts'],
          maxConcurrency: 2,
          testTimeout: 300_000,
          hookTimeout: 60_000,
          maxWorkers: 1,
        },
      },
      {
        // The core of the browser tests, in every engine that the machine has.
        test: {
          name: 'browsers',
          setupFiles: SETUP,
          server: { deps: { external: BUILT } },
          include: ['tests/browsers/*.test.ts'],
          globalSetup: ['tests/helpers/engines/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'screenshots',
          setupFiles: SETUP,
          include: ['tests/screenshots/*.test.ts'],
          globalSetup: ['tests/helpers/browser-setup.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          setupFiles: SETUP,
          server: { deps: { external: BUILT } },
          include: ['tests/browser/**/*.test.ts'],
          isolate: false,
          globalSetup: ['tests/helpers/browser-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: WORKERS,
          // After the others, which have as many workers as there are processors.
          sequence: { groupOrder: 1 },
          // A loaded machine can be slower than a popup's animation.
          retry: 2,
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
