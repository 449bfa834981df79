import { reportMissingExports } from '../bundle/dev/missing-exports.ts';
import type { PackagesBundle } from '../bundle/dev/packages.ts';
import { ENVIRONMENT_BANNER, UNIT } from '../bundle/dev/script-variables.ts';
import type { UnitBundle } from '../bundle/dev/unit.ts';
import type { UnitInput } from '../bundle/dev/unit-version.ts';
import type { DemoScript } from '../bundle/types.ts';
import type { EmbeddedDemo } from '../markdown/types.ts';
import type { DemoHtml } from '../render/demos.ts';
import type { DemoPrinter } from './demo-html.ts';
import { type EmitOptions, emitUnit } from './emit-scripts.ts';
import type { MadeUnit } from './made-scripts.ts';
import type { UnitSheets } from './unit-sheets.ts';

export interface UnitContext extends EmitOptions {
  sheets: UnitSheets;
  demoPrinter: DemoPrinter;
  packages: PackagesBundle;
  packageUrls: string[];
  /** False if the packages could not be bundled, and an older bundle is used. */
  hasPackages: boolean;
  /** The module that the configuration names as `prerender`. */
  prerender?: DemoScript | undefined;
}

export async function makeUnit(
  { source, bundle }: { source: UnitInput; bundle: UnitBundle },
  context: UnitContext,
): Promise<MadeUnit> {
  const { sheets, diagnostics } = await context.sheets.compile(source, bundle, context.packages);
  const library = context.packages.scripts.library.code;
  const missing = reportMissingExports(context.site, { source, bundle, library });
  const made: MadeUnit = { sheets, inputs: bundle.inputs, diagnostics: [...diagnostics, ...missing] };
  const js = emitUnit(source, bundle, context.packageUrls, context);
  const css = [...sheets.values()].map(({ href }) => href);
  if ('page' in source) {
    const { page } = source.page;
    const script = { page, code: `${ENVIRONMENT_BANNER} ${bundle.code}`, map: bundle.map, variable: UNIT };
    return { ...made, page: { module: { js, css }, script } };
  }
  const { id } = source.demo;
  const html = await printDemo(source.demo, bundle, context);
  return { ...made, demo: { id, module: { js, css, sheets: [...sheets.keys()] }, files: bundle.files, html } };
}

/** Without its packages a demo would throw, so its last HTML is reused. */
async function printDemo(demo: EmbeddedDemo, bundle: UnitBundle, context: UnitContext): Promise<DemoHtml | undefined> {
  const { demoPrinter, packages, prerender, hasPackages } = context;
  return hasPackages ? await demoPrinter.print(demo, bundle, { packages, prerender }) : demoPrinter.last(demo.id);
}
