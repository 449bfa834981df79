/**
 * A step of the build of this package: generates the renderer, the page shell and the schemas that sites without customizations
 * use.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { packageDir } from './node/base/package-dir.ts';
import { loadSite } from './node/build/site.ts';
import { writeToolNotices } from './node/bundle/notices.ts';
import { writePrebuiltRenderer, writePrebuiltShell } from './node/bundle/prebuilt/prebuilt.ts';
import { FRONTMATTER_SCHEMA } from './node/content/frontmatter-schema.ts';
import { DEMO_SCHEMA } from './node/markdown/transform/demo-options.ts';
import { OWN_LANGUAGES } from './node/project/own-languages.ts';

/** Source files that were bundled into the scripts of this package. */
const bundled = JSON.parse(await text(process.stdin)) as { node: string[]; browser: string[] };
// Inside this package, so that its React is found.
const root = await fs.mkdtemp(path.join(packageDir, 'lib/site-'));
try {
  await fs.writeFile(path.join(root, 'package.json'), '{}');
  const { site } = await loadSite(root);
  for (const language of Object.keys(OWN_LANGUAGES)) {
    const inLanguage = { ...site, config: { ...site.config, language } };
    await writePrebuiltRenderer(inLanguage);
    bundled.browser.push(...(await writePrebuiltShell(inLanguage, { offers: [] })));
  }
  writeToolNotices(bundled);
  // Schemas for editors.
  const schemas = path.join(packageDir, 'lib/schemas');
  await fs.mkdir(schemas, { recursive: true });
  for (const [name, schema] of Object.entries({ frontmatter: FRONTMATTER_SCHEMA, demo: DEMO_SCHEMA }))
    await fs.writeFile(path.join(schemas, `${name}.json`), `${JSON.stringify(schema, null, 2)}\n`);
} finally {
  await fs.rm(root, { recursive: true, force: true });
}
