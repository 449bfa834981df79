import fs from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import enUS, { BUILD_MESSAGES, STATIC_MESSAGES } from '../../../src/shared/messages/en-US.ts';
import { staticComponents } from '../../../src/theme/static.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const files = globSync('src/**/*.{ts,tsx}', { cwd: root, ignore: ['src/shared/messages/**'] });
/**
 * Code that runs only in a build. The code that translates static HTML contains the ids of these strings, but does not
 * need the strings themselves.
 */
const AT_BUILD = new Set([
  ...files.filter((file) => file.startsWith('src/node/')),
  ...Object.keys(staticComponents).map((name) => `src/theme/${name}.tsx`),
  // `TabList` and `TabPanel`.
  'src/theme/Tabs.tsx',
  // Parts of `ApiTable`.
  'src/theme/ApiHistory.tsx',
  'src/theme/ApiTags.tsx',
  'src/app/server-entry.tsx',
  'src/runtime/static-messages.ts',
  // The picker copies its strings from the HTML.
  'src/runtime/changes/render-changes.ts',
  'src/runtime/changes/start-picker.ts',
  'src/shared/api-changes/describe-change.ts',
]);

/** The files that use each interface string. */
const users = new Map<string, string[]>(Object.keys(enUS).map((id) => [id, []]));
for (const file of files) {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  for (const [, id = ''] of text.matchAll(/['"`]([a-z0-9]+(?:\.\w+)*)['"`]/gi)) users.get(id)?.push(file);
  for (const [, prefix = ''] of text.matchAll(/`(\w+\.)\$\{/g))
    for (const [id, those] of users) if (id.startsWith(prefix)) those.push(file);
}

describe('interface strings', () => {
  it('include in the browser every string that a component there shows', () => {
    const shown = Object.keys({ ...BUILD_MESSAGES, ...STATIC_MESSAGES }).filter((id) =>
      users.get(id)?.some((file) => !AT_BUILD.has(file)),
    );
    expect(shown).toEqual([]);
  });

  it('exclude from the browser every string that only static HTML contains', () => {
    const needless = [...users].filter(
      ([id, those]) =>
        those.length > 0 &&
        those.every((file) => AT_BUILD.has(file)) &&
        !(id in STATIC_MESSAGES) &&
        !(id in BUILD_MESSAGES),
    );
    expect(needless).toEqual([]);
  });
});
