import { expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { ask } from '../helpers/dev-answers.ts';
import { startDev } from '../helpers/dev-site.ts';

it('misspelled components of a theme are warnings, and own ones are not', async () => {
  const site = await createSite({
    'docs/index.md': '# Home\n',
    'docs/other.md': '# Other\n',
    'docs/_theme.tsx':
      "import theme from 'cascader-docs/theme';\nimport { SidebarTpo } from './_parts';\nconst Foter = () => <footer>Bye</footer>;\nconst Chart = () => null;\nexport default { ...theme, SidebarTop: Chart, SidebarTpo, Chart, PromoBanner: Chart, Foter };\n",
    'docs/_parts.tsx': 'export const SidebarTpo = () => null;\n',
    'cascader-docs.config.ts': "export default { theme: './docs/_theme.tsx' };\n",
  });
  const expected = [
    'docs/_theme.tsx:5:47 warning CD525 Unknown component `SidebarTpo` in the theme. Did you mean `SidebarTop`?',
    'docs/_theme.tsx:5:86 warning CD525 Unknown component `Foter` in the theme. Did you mean `Footer`?',
  ];
  const { diagnostics, exitCode } = await site.build();
  const dev = await startDev(site.root);
  await ask(dev, '/');
  await ask(dev, '/other/');
  expect(exitCode).toBe(0);
  for (const reported of [diagnostics, dev.diagnostics])
    expect(
      reported.map(
        ({ severity, code, text, location }) =>
          `${location?.file}:${location?.line}:${location?.column} ${severity} ${code} ${text}`,
      ),
    ).toEqual(expected);
});
