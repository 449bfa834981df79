import { expect, it } from 'vitest';
import { buildSite } from '../helpers/build-site.ts';

it('misspelled components of a theme are warnings, and own ones are not', async () => {
  const { diagnostics, exitCode } = await buildSite({
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
  expect(exitCode).toBe(0);
  expect(
    diagnostics.map(
      ({ severity, code, text, location }) =>
        `${location?.file}:${location?.line}:${location?.column} ${severity} ${code} ${text}`,
    ),
  ).toEqual(expected);
});
