import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../../../src/node/base/diagnostics/print.ts';
import type { UserConfig } from '../../../../src/node/project/config/types.ts';
import { checkLanguages } from '../../../../src/node/project/languages/compile-languages.ts';
import { siteAt } from '../../content/temporary-site.ts';

/** The warnings about a configuration, with locations in its source. */
function check(config: UserConfig, configSource = `export default ${JSON.stringify(config, undefined, 2)};\n`) {
  return checkLanguages({ ...siteAt('/project', config), configFile: 'cascader-docs.config.ts', configSource });
}

const english = (messages: Record<string, string>): UserConfig => ({ messages: { 'en-US': { messages } } });

describe('messages of the configuration', () => {
  it('cause a warning with the location if they are malformed', () => {
    const [diagnostic] = check(english({ 'page.next': 'Next', 'heading.link': 'Link to {title' }));
    expect(diagnostic && formatDiagnostic(diagnostic)).toMatchInlineSnapshot(`
      "cascader-docs.config.ts:6:9 - warning CD116: Message \`heading.link\` of language \`en-US\` is malformed: a brace is not closed (character 9 of \`Link to {title\`)

        6 │         "heading.link": "Link to {title"
          ╵         ^^^^^^^^^^^^^^

        → Write an argument in braces, such as {title}. Put a literal brace in single quotes."
    `);
  });

  it.each([
    ['{', 'a brace is not closed (character 1 of `{`)'],
    ['To {}', 'nothing stands between the braces (character 4 of `To {}`)'],
    ['{a b}', 'the text in braces is not the name of a value (character 1 of `{a b}`)'],
    [
      '{a, sum}',
      'the type is not one of number, date, time, plural, selectordinal and select (character 5 of `{a, sum}`)',
    ],
    ['{n, plural, one {x}}', 'the option `other` is missing (character 20 of `{n, plural, one {x}}`)'],
    ['<b>bold', 'a tag is not closed (character 1 of `<b>bold`)'],
  ])('report the problem of %j', (message, problem) => {
    expect(check(english({ 'page.next': message })).map(({ code, text }) => [code, text])).toEqual([
      ['CD116', `Message \`page.next\` of language \`en-US\` is malformed: ${problem}`],
    ]);
  });

  it('have a text for every problem that the parser knows', () => {
    const parser = createRequire(import.meta.url).resolve('@formatjs/icu-messageformat-parser');
    const declared = readFileSync(path.join(path.dirname(parser), 'index.d.ts'), 'utf8');
    const [, body = ''] = /enum ErrorKind \{([\s\S]*?)\n\}/.exec(declared) ?? [];
    const names = Array.from(body.matchAll(/^\s*([A-Z_]+) = \d+/gm), ([, name = '']) => name);
    expect(names).toContain('EXPECT_ARGUMENT_CLOSING_BRACE');
    const source = readFileSync(path.resolve('src/node/project/languages/compile-languages.ts'), 'utf8');
    expect(names.filter((name) => !source.includes(`  ${name}: '`))).toEqual([]);
  });

  it('cause a warning with the nearest id, or with the ids of the same group, if their id is unknown', () => {
    const found = check(english({ 'page.nxt': 'a', showCode: 'b', 'toc.title': 'c', mine: 'd' }));
    expect(found.map(({ code, text, notes, location }) => [location?.line, code, text, notes?.[0]])).toEqual([
      [
        5,
        'CD119',
        'Unknown message `page.nxt` of language `en-US`. Did you mean `page.next`?',
        expect.stringContaining('page.previous'),
      ],
      [
        6,
        'CD119',
        'Unknown message `showCode` of language `en-US`. Did you mean `demo.showCode`?',
        expect.stringContaining('src/shared/messages/en-US.ts'),
      ],
      [7, 'CD119', 'Unknown message `toc.title` of language `en-US`', 'Known ids: toc.label.'],
      [8, 'CD119', 'Unknown message `mine` of language `en-US`', expect.stringContaining('Only a custom theme')],
    ]);
  });

  it('may have other ids for a theme, unless these are nearly built-in ones', () => {
    const config = { ...english({ 'my.title': 'a', 'page.nxt': 'b' }), theme: './theme.tsx' };
    expect(check(config).map(({ text }) => text)).toEqual([
      'Unknown message `page.nxt` of language `en-US`. Did you mean `page.next`?',
    ]);
  });

  it('cause a warning at the language if some are missing', () => {
    const [diagnostic] = check({ messages: { de: { name: 'Deutsch', messages: {} } } });
    expect(diagnostic).toMatchObject({ code: 'CD115', location: { line: 3, column: 5 } });
  });

  it('cause a warning where they are imported if they are in another file', () => {
    const source = "import { en } from './en.ts';\nexport default {\n  messages: { 'en-US': { messages: en } },\n};\n";
    const [diagnostic] = check(english({ 'page.nxt': 'a' }), source);
    expect(diagnostic?.location).toMatchObject({ line: 3, column: 26 });
  });
});
