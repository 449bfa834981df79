import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** The first version without a fault that was made known, by package. */
const OLDEST: Record<string, string> = {
  // Any page could read what its server serves.
  esbuild: '0.25.0',
  // Addresses and headers of strangers.
  'react-router': '7.12.0',
  // Classes from Markdown.
  'mdast-util-to-hast': '13.2.1',
  // Input that never ends, or ends the process.
  'image-size': '2.0.2',
  yaml: '2.2.2',
  'js-yaml': '4.1.1',
  'brace-expansion': '2.0.2',
  'cross-spawn': '7.0.5',
  semver: '7.5.2',
  ws: '8.17.1',
  // Comments that become rules.
  postcss: '8.4.31',
  nanoid: '3.3.8',
  // Objects that are changed by keys.
  lodash: '4.17.23',
  // Files outside of the folder.
  jszip: '3.8.0',
  'tar-fs': '3.1.1',
  tmp: '0.2.4',
  vite: '7.1.11',
  vitest: '3.0.5',
  // Browsers that are fetched without a look at their certificate.
  'playwright-core': '1.55.1',
};

const lockFile = path.resolve(import.meta.dirname, '../../package-lock.json');
const { packages } = JSON.parse(fs.readFileSync(lockFile, 'utf8')) as { packages: Record<string, { version: string }> };

const isOlder = (version: string, than: string): boolean => version.localeCompare(than, 'en', { numeric: true }) < 0;

it.each(Object.entries(OLDEST))('the lock file has no %s before %s', (name, oldest) => {
  const versions = Object.entries(packages).flatMap(([folder, { version }]) =>
    folder.endsWith(`node_modules/${name}`) ? [version] : [],
  );
  expect(versions).not.toEqual([]);
  expect(versions.filter((version) => isOlder(version, oldest))).toEqual([]);
});

it('compares versions by their numbers', () => {
  expect([isOlder('0.9.0', '0.25.0'), isOlder('0.25.0', '0.25.0'), isOlder('10.0.0', '9.1.0')]).toEqual([
    true,
    false,
    false,
  ]);
});
