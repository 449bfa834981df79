/** A site with a linked version and two archived ones. */
import path from 'node:path';
import { addVersion } from 'cascader-docs';
import type { VersionPage } from '../../src/shared/versions/versions.ts';
import { versionsFolder } from './archived-version.ts';
import { createSite, type TestSite, writeFiles } from './build-site.ts';

/** Pages of `1.x`. The component moved to another folder later, and `Old` is gone. */
export const OLD_PAGES: VersionPage[] = [
  { path: '', heading: 'Kit' },
  { path: 'components', heading: 'Components' },
  { path: 'components/cascader', heading: 'Cascader' },
  { path: 'components/old', heading: 'Old' },
  { path: 'zh', heading: 'Kit' },
  { path: 'zh/components/cascader', heading: 'Cascader' },
];

const LOCALES = "locales: [{ id: 'en', name: 'English' }, { id: 'zh', name: '中文' }]";

/** Files of the current version. */
export const FILES = {
  'package.json': '{"name": "kit", "version": "2.3.1"}',
  'cascader-docs.config.ts': `export default { ${LOCALES}, defaultLocale: 'en', themeConfig: { name: 'Kit', footer: false } };\n`,
  'docs/index.md': '# Kit\n\nWelcome.\n',
  'docs/index.zh.md': '# Kit\n\n你好。\n',
  'docs/components/index.md': '# Components\n\nAll.\n',
  'docs/components/data/cascader.md': '# Cascader\n\n[New](../new.md)\n',
  'docs/components/data/cascader.zh.md': '# Cascader\n\n文字。\n',
  'docs/components/new.md': '# New\n\nText.\n',
};

/** Files that make the site have a linked version and two archived ones, with the given pages of `1.x`. */
export function versionsFiles(base = '/', pages = OLD_PAGES): Record<string, string> {
  const archived = versionsFolder(
    {
      '1.x': { files: { 'index.html': 'Kit' }, about: { pages } },
      '0.x': { files: { 'index.html': 'Kit 0' }, about: { pages: [{ path: 'cascader', heading: 'The Cascader' }] } },
    },
    { base },
  );
  const linked = { base, label: 'Legacy', href: 'https://legacy.example.org/' };
  return { ...archived, 'versions/legacy.json': JSON.stringify(linked) };
}

/** A page of another tool, with a strict policy, styles that disturb, and a router of its own. */
const plainPage = (
  heading: string,
  policy: string,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width">
<title>${heading}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/v/0.x/page.css"></head>
<body><header><b>Header</b></header><main><h1>${heading}</h1><p>Text</p><a id="next" href="/v/0.x/spa/one">Next</a></main>
<script src="/v/0.x/page.js"></script></body></html>`;

const STRICT = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'";

/** Files of `0.x`, from another tool. */
const PLAIN_FILES = {
  'index.html': plainPage('Kit 0', STRICT),
  'cascader.html': plainPage('The Cascader', STRICT),
  'closed/index.html': plainPage('Closed', STRICT.replace("connect-src 'self'", "connect-src 'none'")),
  'page.css':
    'aside { position: absolute; left: -999px } a { color: red; font-size: 3rem } header { position: sticky; top: 0; background: #ddd; padding: 1rem } @media (prefers-color-scheme: dark) { :root { color-scheme: dark; } }',
  'fixed/index.html': plainPage('Fixed', STRICT).replace(
    'page.css"',
    'page.css"><link rel="stylesheet" href="/v/0.x/fixed.css"',
  ),
  'fixed.css': 'header { position: fixed; inset: 0 0 auto; height: 4rem }',
  'page.js':
    "document.getElementById('next').onclick = (event) => { event.preventDefault(); history.pushState(null, '', event.target.href); document.querySelector('h1').textContent = 'Components'; };",
};

/** Builds the site with two archived versions, as `versions add` archives them. */
export async function createVersionsSite(): Promise<TestSite> {
  const old = await createSite({
    ...{ 'package.json': '{"name": "kit", "version": "1.9.0"}', 'docs/index.md': '# Kit\n\nOld.\n' },
    ...{ 'docs/index.zh.md': '# Kit\n\n旧。\n', 'cascader-docs.config.ts': FILES['cascader-docs.config.ts'] },
    'docs/components/index.md': '# Components\n',
    'docs/components/cascader.md': '# Cascader\n\nText.\n',
    'docs/components/cascader.zh.md': '# Cascader\n\n文字。\n',
    'docs/components/old.md': '# Old\n\nGone later.\n',
  });
  const site = await createSite(FILES);
  const { root } = site;
  const text = (await old.build({ cache: false, base: '/v/1.x/' })).text;
  if (text !== '') throw new Error(text);
  await writeFiles(path.join(root, 'plain'), PLAIN_FILES);
  await addVersion({ root, id: 'legacy', label: 'Legacy', href: 'https://legacy.example.org/' });
  await addVersion({ root, id: '0.x', from: path.join(root, 'plain') });
  await addVersion({ root, id: '1.x', from: path.join(old.root, 'dist') });
  const built = await site.build({ cache: false });
  if (built.text !== '') throw new Error(built.text);
  return site;
}
