import { expect, it } from 'vitest';
import { check } from '../../../src/commands/check.ts';
import { openKit } from '../../../src/kit/kit.ts';

it('suggests --demo if its folder is the name of a demo', async () => {
  const { kit, close } = openKit();
  const flags = { root: 'tabs', demo: [], reporter: [], format: 'text', browser: 'chromium', cache: true };
  await expect(check.run(kit, flags)).rejects.toMatchObject({
    exitCode: 2,
    diagnostics: [
      {
        code: 'CD100',
        notes: [
          'To check only demos whose ids contain `tabs`, run `cascader-docs check --demo tabs`.',
          expect.stringContaining('Specify the folder'),
        ],
      },
    ],
  });
  await close();
});
