/**
 * A step of the build of this package: generates the renderer, the page shell and the schemas that sites without customizations
 * use.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { packageDir } from '../base/package-dir.ts';
import { writeToolNotices } from '../bundle/notices.ts';
import { writePrebuiltRenderer } from '../bundle/prebuilt/prebuilt-renderer.ts';
import { writePrebuiltShell } from '../bundle/prebuilt/prebuilt-shell.ts';
import { FRONTMATTER_SCHEMA } from '../content/frontmatter-schema.ts';
import { DEMO_SCHEMA } from '../markdown/transform/demo-options.ts';
import { OWN_LANGUAGES } from '../project/languages/interface-strings.ts';
import { loadSite } from './site.ts';

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
