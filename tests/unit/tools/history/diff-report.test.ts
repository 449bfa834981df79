import { expect, it } from 'vitest';
import { apiDiffReport } from '../../../../src/node/tools/history/diff-report.ts';

const DIFF = {
  ...{ older: 'box 1.0.0', newer: 'box 1.1.0', advice: 'minor' as const, diagnostics: [] },
  facts: [{ name: 'Box#a', change: 'added' as const, to: '`px`', isBreaking: false }],
  notes: [],
};

it('prints types with backticks as Markdown', () => {
  expect(apiDiffReport(DIFF, 'markdown')).toContain('- `a` added: `` `px` ``\n');
});

it('prints notes with the changes of their name, and does not count them', () => {
  const notes = [
    { name: 'Box', version: '1.1.0', text: 'Is *slower*.\n\n```tsx\n<Box />\n```' },
    { name: 'Tab#a', version: 'next', text: 'Rounds.' },
  ];
  const diff = { ...DIFF, notes };
  expect(apiDiffReport(diff, 'text')).toMatchInlineSnapshot(`
    "box 1.0.0 → box 1.1.0

    Box
      i Box in 1.1.0: Is *slower*.

          \`\`\`tsx
          <Box />
          \`\`\`
      + a added: \`px\`

    Tab
      i a in the next version: Rounds.

    1 change, 0 breaking: a minor version.
    "
  `);
  expect(apiDiffReport(diff, 'markdown')).toMatchInlineSnapshot(`
    "# box 1.0.0 → box 1.1.0

    1 change, 0 breaking: a minor version.

    ## \`Box\`

    - \`Box\` in 1.1.0: Is *slower*.

      \`\`\`tsx
      <Box />
      \`\`\`
    - \`a\` added: \`\` \`px\` \`\`

    ## \`Tab\`

    - \`a\` in the next version: Rounds.
    "
  `);
});
