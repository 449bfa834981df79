import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { appFile } from '../base/package-dir.ts';
import { bundleClient, type ClientEntry } from './client.ts';
import type { SiteDigests } from './digests.ts';
import { withoutPackages } from './esbuild/input-files.ts';
import type { BundleInput } from './options.ts';
import { fontFiles } from './plugins/look-plugin.ts';
import { BUILTINS_MODULE, offerOf, RARE_SHEETS } from './plugins/virtual-plugin.ts';
import type { LinkedFile, LinkedFont, ThemeSheet } from './types.ts';

export interface ShellBundle {
  files: Map<string, Uint8Array>;
  boot: LinkedFile;
  /** URL of the runtime's module, which the boot script imports. The module exports React to separately bundled scripts. */
  runtime: string;
  /** Files by module name: the module's own file, then every file that it imports. */
  shared: Record<string, LinkedFile[]>;
  styles: ThemeSheet[];
  fonts: LinkedFont[];
  /** The runtime's file, then every file that the runtime imports. Empty in `dev`, where the server is local. */
  preloads: LinkedFile[];
  /** The same for the built-in components, which interactive pages also load. */
  builtins: LinkedFile[];
  inputs: string[];
  /** Folders of the packages whose code is in the files. Empty for a prebuilt shell. */
  packages: string[];
  warnings: Diagnostic[];
  /** Absolute paths of style sheets, and of the other files and folders that were compiled into them. */
  styleSources: { sheets: string[]; files: string[]; folders: string[] };
  digests: SiteDigests;
}

/** Name of the script that exports all runtime modules in `dev`. */
export const DEV_MODULES = 'dev-modules';

export interface ShellOptions {
  offers: string[];
  /** Exports all modules through one function, `load`, for `dev`. */
  isForDev?: boolean;
}

/**
 * Bundles the shell. The shell exports only the runtime modules that demos and pages import. Throws esbuild's
 * `BuildFailure`. `files` is undefined if the files are unknown.
 */
export async function bundleShell(
  input: Pick<BundleInput, 'site' | 'development' | 'allPages'>,
  { offers, isForDev = false }: ShellOptions,
): Promise<{ shell: ShellBundle; files: string[] | undefined }> {
  const runtime: ClientEntry = { in: appFile('client-entry.tsx'), out: 'runtime' };
  const boot: ClientEntry = { in: appFile('boot.ts'), out: 'boot' };
  const offered = isForDev ? [[DEV_MODULES, appFile('dev-modules.ts')]] : offers.map((name) => [name, offerOf(name)]);
  const client = await bundleClient(
    { ...input, pages: [], demos: [], isWhole: isForDev || offers.includes('cascader-docs/theme') },
    [
      runtime,
      { in: BUILTINS_MODULE, out: 'builtins' },
      { in: appFile('react-entry.ts'), out: 'react' },
      { in: appFile('router-entry.ts'), out: 'router' },
      ...offered.map(([name = '', entry = '']) => ({ in: entry, out: name.replace(/\W+/g, '-') })),
    ],
    { alone: boot },
  );
  const { reads } = client;
  const sheets = client.sheetsOf(runtime.in);
  return {
    shell: {
      files: client.files,
      boot: client.scriptOf(boot.in),
      runtime: client.scriptOf(runtime.in).href,
      shared: Object.fromEntries(offered.map(([name, entry = '']) => [name, client.preloadsOf(entry)])),
      styles: client.stylesOf(runtime.in).map((style, index) => ({
        ...style,
        use: RARE_SHEETS.get(sheets[index] ?? ''),
      })),
      fonts: fontFiles(input.site.config.themeConfig).flatMap(({ src, use }) =>
        client.copiesOf([src]).map((file) => ({ ...file, use })),
      ),
      preloads: isForDev ? [] : client.preloadsOf(runtime.in),
      builtins: isForDev ? [] : client.preloadsOf(BUILTINS_MODULE),
      inputs: reads.own,
      packages: client.packages,
      warnings: client.warnings,
      styleSources: {
        sheets,
        files: withoutPackages(reads.sheets.files),
        folders: reads.sheets.folders,
      },
      digests: client.digests,
    },
    files: reads.sheets.isWhole ? [...reads.inputs, ...reads.sheets.files] : undefined,
  };
}
