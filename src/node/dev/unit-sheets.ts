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
import { keyOf } from './unit-pool.ts';

/** Compiled style sheets of a unit, by absolute path in import order. */
export interface CompiledSheets {
  sheets: Map<string, Sheet>;
  diagnostics: Diagnostic[];
}

/** The style sheets that units import, directly or through packages. */
export interface UnitSheets {
  /** Compiles the style sheets of a unit and emits their files. Omits and reports style sheets that fail to compile. */
  compile(source: UnitInput, bundle: UnitBundle, packages: PackagesBundle): Promise<CompiledSheets>;
  /** Compiles style sheets for editing and exporting, by absolute path. */
  apart(filePaths: string[]): Promise<Map<string, DemoSheet>>;
  /**
   * Evicts the style sheets that only other units import.
   *
   * @param units keys of units
   */
  retain(units: ReadonlySet<string>): void;
  /** Invalidates style sheets of changed files. Returns true if one must be compiled again. */
  touch(changed: ReadonlySet<string>): boolean;
  /** Returns the absolute paths of the style sheets. */
  names(): string[];
}

export function createUnitSheets(site: Site, { tools, assets }: { tools: SheetTools; assets: AssetStore }): UnitSheets {
  const sheets = createSheets(site, tools);
  /** Style sheets by the key of the unit that imports them. */
  const imported = new Map<string, string[]>();
  return {
    async compile(source, bundle, packages) {
      const filePaths = importedSheets(bundle, packages);
      imported.set(keyOf(source), filePaths);
      const found = new Map<string, Sheet>();
      const diagnostics: Diagnostic[] = [];
      for (const filePath of filePaths) {
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
    retain(units) {
      for (const unit of imported.keys()) if (!units.has(unit)) imported.delete(unit);
      sheets.retain(new Set([...imported.values()].flat()));
    },
    touch: sheets.touch,
    names: sheets.names,
  };
}

/** Returns the style sheets of a unit (absolute paths) in import order, including those of packages. */
function importedSheets({ order }: UnitBundle, packages: PackagesBundle): string[] {
  return [...new Set(order.flatMap((entry) => (path.isAbsolute(entry) ? entry : packages.sheetsOf(entry))))];
}
