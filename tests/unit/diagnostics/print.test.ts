import { describe, expect, it } from 'vitest';
import { locate, nearestName } from '../../../src/node/diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../../../src/node/diagnostics/print.ts';

describe('formatDiagnostic', () => {
  it('prints the place, a code frame and how to mend it', () => {
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

  it.each(['error', 'warning', 'info'] as const)('names the severity %s', (severity) => {
    expect(formatDiagnostic({ severity, code: 'CD100', text: 'Something' })).toBe(`${severity} CD100: Something`);
  });

  it('puts the mark below wide characters', () => {
    const location = locate('a.md', '中文 x', 3);
    expect(formatDiagnostic({ severity: 'warning', code: 'CD100', text: 't', location }).split('\n')[3]).toBe(
      '    ╵      ^',
    );
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
  it('finds a name with a slip in it, and nothing for a stranger', () => {
    expect(nearestName('themeConfg', ['title', 'themeConfig'])).toBe('themeConfig');
    expect(nearestName('zebra', ['title', 'themeConfig'])).toBeUndefined();
  });
});
