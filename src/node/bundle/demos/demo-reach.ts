import path from 'node:path';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { createBarrels } from '../barrels/barrel-plugin.ts';
import { siteForBundles } from '../bundle-key.ts';
import { describeFailure } from '../describe-failure.ts';
import { demoModule } from '../esbuild/entries.ts';
import { createScript } from '../server.ts';

/** Files that a demo reaches (absolute paths), each with the file that imports it; none for the demo's own file. */
export type Reach = Map<string, string | undefined>;

/**
 * Finds the files that the code of each demo reaches through imports: scripts and style sheets of the site, the library and
 * packages, by id. Named imports through modules that only export others again lead to the modules themselves. Imports in style
 * sheets are not followed.
 *
 * @throws DiagnosticError
 */
export async function findReach(site: Site, demos: EmbeddedDemo[]): Promise<Map<string, Reach>> {
  if (demos.length === 0) return new Map();
  const barrels = createBarrels({ site, demos });
  const contents = demos.map((demo) => `() => import(${JSON.stringify(demoModule(site, demo))});`).join('\n');
  const input = { site: siteForBundles(site), pages: [], demos, externalReact: 'name' as const, barrels };
  const { metafile } = await createScript(input, contents, { platform: 'browser', format: 'esm' })
    .bundle()
    .catch(describeFailure(site, [], demos));
  const { inputs } = metafile;
  const entries = inputs['<stdin>']?.imports ?? [];
  return new Map(
    demos.map((demo): [string, Reach] => {
      const module = demoModule(site, demo);
      const entry = entries.find(({ original, path: found }) => (original ?? found) === module);
      const importers = new Map<string, string | undefined>(entry ? [[entry.path, undefined]] : []);
      for (const [name] of importers)
        for (const { path: target, external } of inputs[name]?.imports ?? [])
          if (!external && !importers.has(target)) importers.set(target, name);
      // A virtual module stands for the file of the demo, and a module of a namespace for the file in its name.
      const fileOf = (name: string): string =>
        /^(?:fence|demo):/.test(name)
          ? demo.filePath
          : path.resolve(site.root, name.replace(/^[\w-]{2,}:/, '').replace(/\?.*/, ''));
      const reach: Reach = new Map([[demo.filePath, undefined]]);
      for (const [name, from] of importers)
        if (!reach.has(fileOf(name))) reach.set(fileOf(name), from === undefined ? undefined : fileOf(from));
      return [demo.id, reach];
    }),
  );
}
