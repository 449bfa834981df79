import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { storiesId, storiesTitle, storyId, storyName } from '../../../src/node/content/story-names.ts';

it.each([
  ['src/Button.stories.tsx', 'Button'],
  ['src/button/Button.stories.tsx', 'Button'],
  ['src/forms/Field/index.stories.tsx', 'forms/Field'],
  ['src/forms/stories.tsx', 'forms'],
  ['src/forms/Text.story.jsx', 'forms/Text'],
  ['other/A.stories.ts', 'other/A'],
])('the title of %s is %s', (file, title) => {
  const config = { stories: ['src/**/*.stories.tsx'] } as never;
  expect(storiesTitle(path.resolve('/site', file), { root: path.resolve('/site'), config })).toBe(title);
});

// Name and id as `storyNameFromExport()` and `toId()` of Storybook 10.6 return them.
describe('a story', () => {
  it.each([
    ['primaryButton2', 'Primary Button 2', 'primary-button-2'],
    ['ABTest', 'AB Test', 'ab-test'],
    ['XMLHttpRequest', 'XML Http Request', 'xml-http-request'],
    ['URLOf2ndHTML', 'URL Of 2 Nd HTML', 'url-of-2-nd-html'],
    ['snake_case_name', 'Snake Case Name', 'snake-case-name'],
    ['iOS', 'I OS', 'i-os'],
    ['Without$', 'Without$', 'without'],
    ['日本語', '日本語', '日本語'],
  ])('%s has the name %s', (exportName, name, id) => {
    expect(storyName(exportName)).toBe(name);
    expect(storyId(storiesId('UI/Forms & Co/Button'), exportName)).toBe(`ui-forms-co-button--${id}`);
  });
});
