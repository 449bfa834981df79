import { describe, expect, it } from 'vitest';
import { locate } from '../../../../src/node/base/diagnostics/diagnostic.ts';
import { nearestName } from '../../../../src/node/base/diagnostics/did-you-mean.ts';
import { formatDiagnostic } from '../../../../src/node/base/diagnostics/print.ts';

describe('formatDiagnostic', () => {
  it('prints the location, a code frame and the fix', () => {
    const location = locate('docs/a.md', '# A\n\nsee [b](./c.md)\n', 12, 6);
    expect(
      formatDiagnostic({
        severity: 'error',
        code: 'CD310',
        text: 'Dead link',
        location,
        notes: ['Did you mean ./d.md?'],
      }),
    ).toMatchInlineSnapshot(`
      "docs/a.md:3:8 - error CD310: Dead link

        3 │ see [b](./c.md)
          ╵        ^^^^^^

        → Did you mean ./d.md?"
    `);
  });

  it.each(['error', 'warning', 'info'] as const)('prints the severity %s', (severity) => {
    expect(formatDiagnostic({ severity, code: 'CD100', text: 'Something' })).toBe(`${severity} CD100: Something`);
  });

  it('puts the mark below wide characters', () => {
    const location = locate('a.md', '中文 x', 3);
    expect(formatDiagnostic({ severity: 'warning', code: 'CD100', text: 't', location }).split('\n')[3]).toBe(
      '    ╵      ^',
    );
  });

  it('prints no control characters, wherever the input contains them', () => {
    const ours = formatDiagnostic({
      severity: 'error',
      code: 'CD100',
      text: 'a\x1b[2J',
      location: { file: 'b\x1b[2J\n.md', line: 1, column: 1, lineText: 'c\x1b[2J' },
      notes: ['d\x1b]0;title\x07', 'two\nlines'],
      stack: 'at e\x9b2J',
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for these characters.
    expect(ours).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
    expect(ours.split('\n')[0]).toBe('b\uFFFD[2J\uFFFD.md:1:1 - error CD100: a\uFFFD[2J');
    expect(ours).toContain('two\nlines');
  });

  it('cuts a long line around the mark', () => {
    const location = locate('a.md', `${'x'.repeat(5000)}!${'y'.repeat(5000)}`, 5000);
    const [, , line = '', mark = ''] = formatDiagnostic({
      severity: 'error',
      code: 'CD100',
      text: 't',
      location,
    }).split('\n');
    expect(line.length).toBeLessThan(140);
    expect(line[mark.indexOf('^')]).toBe('!');
  });
});

describe('locate', () => {
  it('counts lines and columns from one', () => {
    expect(locate('f', 'ab\ncd\nef', 4)).toMatchObject({ line: 2, column: 2, lineText: 'cd' });
    expect(locate('f', 'ab', 0)).toMatchObject({ line: 1, column: 1, lineText: 'ab' });
    expect(locate('f', 'ab\n', 2)).toMatchObject({ line: 1, column: 3 });
  });
});

describe('nearestName', () => {
  it('finds the name for a typo, and nothing for an unrelated name', () => {
    expect(nearestName('themeConfg', ['title', 'themeConfig'])).toBe('themeConfig');
    expect(nearestName('zebra', ['title', 'themeConfig'])).toBeUndefined();
  });
});

it('replaces each control character with a visible one', () => {
  const lineText = 'a \u001b[2J \u202e b';
  const location = { file: 'docs/a.md', line: 1, column: 10, lineText };
  const text = formatDiagnostic({ severity: 'error', code: 'CD204', text: 'Title "\u001b]0;x\u0007"\0', location });
  expect(text.split('\n')).toEqual([
    'docs/a.md:1:10 - error CD204: Title "\uFFFD]0;x\uFFFD"\uFFFD',
    '',
    '  1 │ a \uFFFD[2J \uFFFD b',
    '    ╵          ^',
    '',
  ]);
});
