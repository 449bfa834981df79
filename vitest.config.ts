import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PromisesReporter } from './tests/helpers/promises-reporter.ts';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/**
 * More workers than processors: for a third of its time, a test waits for the file system, a server, a page or an
 * animation.
 */
const WORKERS = availableParallelism() + 1;

/** The compiled tool, which Node loads without transforms. */
const BUILT = [/\/lib\/[^/]+\.js$/];

const COMMON = {
  // Removes everything that a test file leaves behind.
  setupFiles: ['tests/helpers/setup-file.ts'],
  // Timeouts only end tests that hang, because everything takes many times longer on a busy machine. Tests are not
  // retried.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 30_000 } },
};

/** Small files with slow tests. If they start late, the run waits for them at the end. */
const LONG =
  /\/(?:every-option|package|dev-types|types-drift|bundle-cache|dev-faults|endings|odd-files|prebuilt|unchanged|cli|mcp|codes|mutations|libraries|axe|own-site|own-site-files|report|affected|keyboard|no-script|editing|pages|data-files|live|navigation|steps|search|dev)\.test\.ts$/;

/** Starts the slow files first. Without timings of an earlier run, vitest sorts files by size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return LONG.test(moduleId);
}

/** Each kind of test is a project: `vitest run --project unit`. */
export default defineConfig({
  test: {
    // Transformed modules are kept on the disk for the next run.
    experimental: { fsModuleCache: true },
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
          // The tested modules have no state, so each worker loads them once.
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
          // Each worker loads the tool once, not once per file.
          isolate: false,
          maxWorkers: WORKERS,
        },
      },
      {
        // The sites of this repository as a whole.
        test: {
          name: 'whole',
          ...COMMON,
          server: { deps: { external: BUILT } },
          include: ['tests/whole/**/*.test.ts'],
          isolate: false,
          globalSetup: ['tests/helpers/browser-setup.ts'],
          maxWorkers: WORKERS,
          // Runs after the other projects, which use as many workers as there are processors.
          sequence: { groupOrder: 1 },
        },
      },
      {
        // All options, attacks, errors and endings, other libraries, and the packed tool: too long for each change on one
        // machine. On GitHub, other machines run them at the same time.
        test: {
          name: 'thorough',
          ...COMMON,
          server: { deps: { external: BUILT } },
          include: ['tests/thorough/*.test.ts', 'tests/thorough/accessibility/*.test.ts'],
          isolate: false,
          globalSetup: ['tests/helpers/browser-setup.ts'],
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'thorough-browsers',
          ...COMMON,
          server: { deps: { external: BUILT } },
          include: ['tests/thorough/engines/*.test.ts'],
          globalSetup: ['tests/helpers/engines/setup.ts'],
          maxWorkers: WORKERS,
        },
      },
      {
        // Many rounds of the same tests, which take too long for each change.
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
        // Task runners and package managers, installed from npm.
        test: {
          name: 'machines',
          ...COMMON,
          include: ['tests/machines/*.test.ts'],
          globalSetup: ['tests/helpers/browser-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          maxWorkers: 1,
        },
      },
      {
        // Node.js for Windows, which runs in Wine.
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
        // The core of the browser tests in every installed engine.
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
          // Runs after the other projects, which use as many workers as there are processors.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
