import path from 'node:path';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { PackagesBundle } from '../bundle/dev/packages.ts';
import { createSheets, type Sheet } from '../bundle/dev/sheets.ts';
import type { UnitBundle } from '../bundle/dev/unit.ts';
import type { UnitInput } from '../bundle/dev/unit-version.ts';
import type { SheetTools } from '../bundle/sheets/sheet-tools.ts';
import type { DemoSheet } from '../bundle/types.ts';
import type { Site } from '../project/config/types.ts';
import type { AssetStore } from './asset-store.ts';
import { describeUnit } from './describe-unit.ts';

/** The compiled style sheets of a unit, by absolute path, in the order of its imports. */
export interface CompiledSheets {
  sheets: Map<string, Sheet>;
  diagnostics: Diagnostic[];
}

/** The style sheets that units import, directly or through packages. */
export interface UnitSheets {
  /** Compiles the sheets of a unit and emits their files. Leaves out and reports a sheet that cannot be compiled. */
  compile(source: UnitInput, bundle: UnitBundle): Promise<CompiledSheets>;
  /** Sheets for editing and exporting, by their absolute paths. */
  apart(filePaths: string[]): Promise<Map<string, DemoSheet>>;
  /** Evicts the sheets that none of these bundles imports. */
  retain(bundles: UnitBundle[]): void;
  /** Tells that files have changed; true when a sheet must be compiled again. */
  touch(changed: ReadonlySet<string>): boolean;
  /** Absolute paths of the sheets. */
  names(): string[];
}

/** @param lastPackages returns the packages as they were last bundled */
export function createUnitSheets(
  site: Site,
  { tools, assets, lastPackages }: { tools: SheetTools; assets: AssetStore; lastPackages: () => PackagesBundle },
): UnitSheets {
  const sheets = createSheets(site, tools);
  return {
    async compile(source, bundle) {
      const found = new Map<string, Sheet>();
      const diagnostics: Diagnostic[] = [];
      for (const filePath of importedSheets(bundle, lastPackages())) {
        try {
          const sheet = await sheets.get(filePath);
          assets.put(`sheet:${filePath}`, sheet.files);
          found.set(filePath, sheet);
          diagnostics.push(...sheet.warnings);
        } catch (failure) {
          diagnostics.push(...describeUnit(site, failure, source));
        }
      }
      return { sheets: found, diagnostics };
    },
    async apart(filePaths) {
      const found = await Promise.all(
        filePaths.map(async (filePath) => [filePath, await (await sheets.get(filePath)).apart()] as const),
      );
      return new Map(found.flatMap(([filePath, sheet]) => (sheet ? [[filePath, sheet]] : [])));
    },
    retain: (bundles) => sheets.retain(new Set(bundles.flatMap((bundle) => importedSheets(bundle, lastPackages())))),
    touch: sheets.touch,
    names: sheets.names,
  };
}

/** Style sheets of a unit (absolute paths) in the order in which its imports reach them, through packages too. */
function importedSheets({ order }: UnitBundle, packages: PackagesBundle): string[] {
  return [...new Set(order.flatMap((entry) => (path.isAbsolute(entry) ? entry : packages.sheetsOf(entry))))];
}
