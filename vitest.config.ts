import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PromisesReporter } from './tests/helpers/promises-reporter.ts';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** More than processors: a third of the time, a test waits for a file system, a server, a page or an animation. */
const WORKERS = availableParallelism() + 1;

/** The tool as it is built: Node reads it as it is. */
const BUILT = [/\/lib\/[^/]+\.js$/];

const COMMON = {
  // What a test file leaves is taken away after it.
  setupFiles: ['tests/helpers/setup-file.ts'],
  // Limits are there to end what hangs: on a busy machine, everything takes many times its time. Nothing is tried again.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 30_000 } },
};

/** Small files that take long: what begins late is waited for at the end. */
const LONG =
  /\/(?:every-option|package|dev-types|types-drift|bundle-cache|dev-faults|threads|endings|odd-files|prebuilt|mutations|libraries|axe|own-site|own-site-files|live|navigation)\.test\.ts$/;

/** Begins with the files that take longest: by itself vitest goes by their size where it has not seen them run. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return LONG.test(moduleId);
}

/** Tests of each kind run as a project of their own: `vitest run --project unit`. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []), new PromisesReporter()],
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
          ...COMMON,
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
          // What they test has no state of its own: modules are loaded once a worker.
          isolate: false,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'build',
          ...COMMON,
          server: { deps: { external: BUILT } },
          include: ['tests/build/**/*.test.ts'],
          // The tool is loaded once a worker, not once a file.
          isolate: false,
          maxWorkers: WORKERS,
        },
      },
      {
        // The tool as others have it: installed, at other libraries, ended by force, and all of our own site for everybody.
        test: {
          name: 'whole',
          ...COMMON,
          server: { deps: { external: BUILT } },
          include: ['tests/whole/**/*.test.ts'],
          isolate: false,
          globalSetup: ['tests/helpers/browser-setup.ts'],
          maxWorkers: WORKERS,
          // After the others, which have as many workers as there are processors.
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Many rounds of the same: too long for every change.
        test: {
          name: 'soak',
          ...COMMON,
          server: { deps: { external: BUILT } },
          include: ['tests/soak/*.test.ts'],
          maxConcurrency: 2,
          testTimeout: 300_000,
          maxWorkers: 1,
        },
      },
      {
        // Engines and their caches, fetched from npm.
        test: {
          name: 'machines',
          ...COMMON,
          include: ['tests/machines/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          maxWorkers: 1,
        },
      },
      {
        // Node.js for Windows, which Wine runs.
        test: {
          name: 'windows',
          ...COMMON,
          include: ['tests/windows/*.test.ts'],
          globalSetup: ['tests/helpers/windows/setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          maxWorkers: 1,
        },
      },
      {
        // The core of the browser tests, in every engine that the machine has.
        test: {
          name: 'browsers',
          ...COMMON,
          server: { deps: { external: BUILT } },
          include: ['tests/browsers/*.test.ts'],
          globalSetup: ['tests/helpers/engines/setup.ts'],
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'screenshots',
          ...COMMON,
          include: ['tests/screenshots/*.test.ts'],
          globalSetup: ['tests/helpers/browser-setup.ts'],
        },
      },
      {
        test: {
          name: 'browser',
          ...COMMON,
          server: { deps: { external: BUILT } },
          include: ['tests/browser/**/*.test.ts'],
          isolate: false,
          globalSetup: ['tests/helpers/browser-setup.ts'],
          maxWorkers: WORKERS,
          // After the others, which have as many workers as there are processors.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
