import { beforeAll, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';
import { PLAYGROUND_SITE } from '../helpers/playground-site.ts';
import { words } from '../helpers/words.ts';

/** A component that passes everything on, as those of style systems do. */
const BOX = `import { createElement, type ComponentProps, type ElementType, type ReactNode } from 'react';
export interface BoxProps extends ComponentProps<'div'> {
  as?: ElementType;
  component?: ElementType;
  href?: string;
  src?: string;
  srcDoc?: string;
  tone?: 'calm' | 'loud';
  hint?: ReactNode;
  data?: { label: string; href?: string }[];
}
export function Box({ as, component, hint, data, ...rest }: BoxProps) {
  return <div className="box">{createElement(as ?? component ?? 'a', rest as object)}{hint}{data?.map(({ label, href }) => <a key={label} href={href}>{label}</a>)}</div>;
}
`;
const FRAME = '<script>parent.attacked = true</script>';
const VALUES = [
  FRAME,
  '<img src=x onerror="attacked = true">',
  'javascript:attacked=true',
  ' javascript:attacked=true',
  'java\tscript:attacked=true',
  'JAVASCRIPT:attacked=true',
  'data:text/html,<script>parent.attacked=true</script>',
  'vbscript:attacked=true',
  'blob:x',
  'file:///etc/passwd',
  '{"__html":"<img src=x onerror=attacked=true>"}',
  '{"__proto__":{"attacked":true}}',
  '{"constructor":{"prototype":{"attacked":true}}}',
  '{"preset":"__proto__"}',
  '{"preset":"constructor"}',
  '[{"label":"x","href":"javascript:attacked=true"}]',
  '[{"label":"x","__proto__":{"href":"javascript:attacked=true"}}]',
  '{"$$typeof":"Symbol(react.element)","type":"script"}',
  'iframe',
];
const NAMES = words(`
  srcDoc dangerouslySetInnerHTML component as href src style ref key __proto__ constructor toString hint.x tone
  data
`);

let site: OpenSite;

beforeAll(async () => {
  const { root, build } = await createSite({
    ...PLAYGROUND_SITE,
    'src/index.tsx': BOX,
    'docs/index.md': '# Box\n\n<Playground id="Box" initial=\'{"children":"Box"}\' />\n',
    'demos/button.tsx': 'export default () => null;\n',
    'demos/named.tsx': 'export default () => null;\n',
    'demos/counter.tsx': 'export default () => null;\n',
  });
  const { text } = await build({ cache: false });
  expect(text).toBe('');
  site = await openSite({ root });
});

it.each([
  '/',
  '/~demos/docs-demo-playground-box',
])('%s runs and fetches nothing for hostile addresses', async (path) => {
  const { page } = await site.open('/text');
  const strange: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url)) strange.push(request.url());
  });
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => strange.push('dialog')));
  for (const value of VALUES) {
    const query = new URLSearchParams(NAMES.map((name) => [`Box.${name}`, value]));
    await page.goto(`${site.url}${path}?${query}`);
    await page.locator('.box').waitFor();
    if (path === '/') {
      await page.getByRole('button', { name: 'Copy link' }).waitFor();
      await page.locator('.controls-ignored').waitFor();
    }
    const seen = await page.evaluate(() => ({
      attacked: 'attacked' in window || 'attacked' in {},
      elements: [...document.querySelectorAll('.box *')].map(({ localName }) => localName),
      links: [...document.querySelectorAll<HTMLAnchorElement>('.box a')].map(({ protocol }) => protocol),
    }));
    expect(seen.attacked).toBe(false);
    expect(new Set(seen.elements)).toEqual(new Set(['a']));
    expect(seen.links.filter((protocol) => !['http:', 'https:', ':', ''].includes(protocol))).toEqual([]);
  }
  expect(strange).toEqual([]);
});
