import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

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
        test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/*.test.ts'] },
      },
      {
        test: {
          name: 'build',
          include: ['tests/build/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Servers are waited for, and a loaded machine can be slow.
          retry: 1,
        },
      },
      {
        // Many rounds of the same: too long for every change.
        test: {
          name: 'soak',
          include: ['tests/soak/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'screenshots',
          include: ['tests/screenshots/*.test.ts'],
          globalSetup: ['tests/helpers/browser-setup.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/helpers/browser-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          // After the others, which have as many workers as there are processors.
          sequence: { groupOrder: 1 },
          // A loaded machine can be slower than a popup's animation.
          retry: 2,
        },
      },
    ],
  },
});
