import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** The first version of each package without a known vulnerability. */
const OLDEST: Record<string, string> = {
  // Any page could read everything from the development server.
  esbuild: '0.25.0',
  // Untrusted addresses and headers.
  'react-router': '7.12.0',
  // Class names from Markdown.
  'mdast-util-to-hast': '13.2.1',
  // Input that takes forever or crashes the process.
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
  // Prototype pollution.
  lodash: '4.17.23',
  // Files outside of the folder.
  jszip: '3.8.0',
  'tar-fs': '3.1.1',
  tmp: '0.2.4',
  vite: '7.1.11',
  vitest: '3.0.5',
  // Browsers that are downloaded without checking the certificate.
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

it('compares versions numerically', () => {
  expect([isOlder('0.9.0', '0.25.0'), isOlder('0.25.0', '0.25.0'), isOlder('10.0.0', '9.1.0')]).toEqual([
    true,
    false,
    false,
  ]);
});
