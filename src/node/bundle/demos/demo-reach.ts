import fs from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { isOfPackage } from '../../base/files/paths.ts';
import { stepsFiles } from '../../markdown/parse/find-steps.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { createTypeScriptProjects } from '../../project/tsconfig.ts';
import { createBarrels } from '../barrels/barrel-plugin.ts';
import { siteForBundles } from '../bundle-key.ts';
import { describeFailure } from '../describe-failure.ts';
import { demoModule } from '../esbuild/entries.ts';
import { STYLE_NAMESPACE } from '../esbuild/namespaces.ts';
import { createScript } from '../server.ts';
import { createSheetCompiler } from '../sheets/sheet-compiler.ts';
import { createSheetTools } from '../sheets/sheet-tools.ts';
import { compileStyles } from '../sheets/styles.ts';

/**
 * Absolute paths of the files that a demo reaches, each with the file that imports it (undefined for the demo's own files). A path that
 * ends with a separator is a folder in which new files matter. A file that does not exist is listed if it would take precedence.
 */
export type Reach = Map<string, string | undefined>;

const SHEET = /\.(?:css|less|s[ac]ss|styl)$/;

/**
 * Finds the files that the code and the steps of each demo, by id, reach through imports: scripts and style sheets of
 * the site, the library and packages, and files that determine what an import means. Named imports through modules that
 * only re-export other modules lead to those modules.
 *
 * @throws DiagnosticError
 */
export async function findReach(site: Site, demos: EmbeddedDemo[]): Promise<Map<string, Reach>> {
  if (demos.length === 0) return new Map();
  const barrels = createBarrels({ site, demos });
  const modulesOf = (demo: EmbeddedDemo): string[] => [demoModule(site, demo), demo.steps?.file ?? []].flat();
  const contents = demos.flatMap(modulesOf).map((module) => `() => import(${JSON.stringify(module)});`);
  const tools = createSheetTools(site);
  const sheets = createSheetCompiler(site, tools);
  const input = { site: siteForBundles(site), pages: [], demos, externalReact: 'name' as const, barrels, sheets };
  const { metafile } = await createScript(input, contents.join('\n'), { platform: 'browser', format: 'esm' })
    .bundle()
    .catch(describeFailure(site, [], demos));
  const { inputs } = metafile;
  const own = Object.keys(inputs).flatMap((key) =>
    key.startsWith(STYLE) ? path.resolve(site.root, key.slice(STYLE.length)) : [],
  );
  const outdir = path.join(site.root, '.cascader-docs-reach');
  const styles = await compileStyles(own, { site, outdir, minify: false, sheets }).catch(
    describeFailure(site, [], demos),
  );
  // PostCSS plugins report the files that they read, which include scripts with class names.
  const read = (await sheets.reads()).files.filter((file) => SHEET.test(file));
  const ofSheets = [...((await tools.postcss())?.files ?? []), ...read];
  const importsOf = new Map(
    await Promise.all(
      own.map(async (sheet) => [sheet, (await sheets.importsOf(sheet)).map((one) => one.filePath)] as const),
    ),
  );
  const settings = createSettings(site);
  /** Returns other files that determine what a module is, and the style sheets that it imports. */
  const filesBeside = memoized((file: string): string[] => [
    ...settings.around(file),
    ...(SHEET.test(file)
      ? [...(importsOf.get(file) ?? []), ...inStyles(styles.metafile, file, site), ...ofSheets]
      : []),
    ...dataOf(file, site),
  ]);
  const entries = inputs['<stdin>']?.imports ?? [];
  return new Map(
    demos.map((demo): [string, Reach] => {
      const modules = modulesOf(demo);
      const found = entries.filter(({ original, path: target }) => modules.includes(original ?? target));
      const importers = new Map<string, string | undefined>(found.map((entry) => [entry.path, undefined]));
      // The name of a virtual module means the file of the demo. The name of a module in a namespace contains its file.
      const fileOf = (name: string): string =>
        /^(?:fence|demo):/.test(name)
          ? demo.filePath
          : path.resolve(site.root, name.replace(/^[\w-]{2,}:/, '').replace(/\?.*/, ''));
      // A code block may be in a file that the page embeds.
      const { code, filePath, location } = demo;
      const others = code ? [location.file].filter((file) => /\.mdx?$/.test(file)) : stepsFiles(filePath);
      const files = [filePath, ...others.map((file) => path.resolve(site.root, file))];
      const reach: Reach = new Map(files.map((file) => [file, undefined]));
      const add = (file: string, from: string | undefined): void => {
        if (!reach.has(file)) reach.set(file, from);
      };
      for (const [name, from] of importers) {
        const file = fileOf(name);
        add(file, from === undefined ? undefined : fileOf(from));
        for (const { path: target, external, original } of inputs[name]?.imports ?? []) {
          for (const place of settings.placesOf(original, file)) add(place, file);
          if (!external && !importers.has(target)) importers.set(target, name);
        }
      }
      for (const [file] of reach) for (const other of filesBeside(file)) add(other, file);
      return [demo.id, reach];
    }),
  );
}

const STYLE = `${STYLE_NAMESPACE}:`;

/** Returns the files that a style sheet imports or refers to. */
function inStyles({ inputs }: Metafile, sheet: string, { root }: Site): string[] {
  const key = Object.keys(inputs).find((name) => path.resolve(root, name) === sheet);
  return (inputs[key ?? '']?.imports ?? []).flatMap((one) => (one.external ? [] : path.resolve(root, one.path)));
}

function dataOf(file: string, { data }: Site): string[] {
  const { files = [], folders = [] } = data?.inputsOf(file) ?? {};
  return [...files, ...folders.map((folder) => path.join(folder, path.sep))];
}

/** Finds the files that determine what imports mean. */
function createSettings(site: Site) {
  const projects = createTypeScriptProjects(site);
  const of = memoized((folder: string): string[] => {
    const manifests: string[] = [];
    for (let dir = folder; dir !== path.dirname(dir); dir = path.dirname(dir)) {
      manifests.push(path.join(dir, 'package.json'));
      if (fs.existsSync(path.join(dir, 'package.json'))) break;
    }
    return [...projects.watchedOf([folder]), ...manifests];
  });
  return {
    around: (file: string): string[] => (isOfPackage(file) ? [] : of(path.dirname(file))),
    /** Returns the paths, without extension, at which several entries of `paths` may find an import. */
    placesOf(specifier: string | undefined, importer: string): string[] {
      if (specifier === undefined || specifier.startsWith('.') || isOfPackage(importer)) return [];
      const places = projects.settingsOf(path.dirname(importer), importer)?.pathsOf(specifier) ?? [];
      return places.length > 1 ? places : [];
    },
  };
}

function memoized<Result>(make: (key: string) => Result): (key: string) => Result {
  const known = new Map<string, Result>();
  return (key) => {
    const result = known.get(key) ?? make(key);
    known.set(key, result);
    return result;
  };
}
