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

/** Compiled style sheets of a unit, by absolute path in import order. */
export interface CompiledSheets {
  sheets: Map<string, Sheet>;
  diagnostics: Diagnostic[];
}

/** The style sheets that units import, directly or through packages. */
export interface UnitSheets {
  /** Compiles the style sheets of a unit and emits their files. Omits and reports style sheets that fail to compile. */
  compile(source: UnitInput, bundle: UnitBundle): Promise<CompiledSheets>;
  /** Compiles style sheets for editing and exporting, by absolute path. */
  apart(filePaths: string[]): Promise<Map<string, DemoSheet>>;
  /** Evicts the style sheets that none of these bundles imports. */
  retain(bundles: UnitBundle[]): void;
  /** Invalidates style sheets of changed files. Returns true if one must be compiled again. */
  touch(changed: ReadonlySet<string>): boolean;
  /** Returns the absolute paths of the style sheets. */
  names(): string[];
}

/** @param options.lastPackages returns the last successful bundle of the packages */
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

/** Returns the style sheets of a unit (absolute paths) in import order, including those of packages. */
function importedSheets({ order }: UnitBundle, packages: PackagesBundle): string[] {
  return [...new Set(order.flatMap((entry) => (path.isAbsolute(entry) ? entry : packages.sheetsOf(entry))))];
}
