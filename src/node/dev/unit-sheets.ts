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

export interface CompiledSheets {
  sheets: Map<string, Sheet>;
  diagnostics: Diagnostic[];
}

export interface UnitSheets {
  /** Omits and reports style sheets that fail to compile. */
  compile(source: UnitInput, bundle: UnitBundle, packages: PackagesBundle): Promise<CompiledSheets>;
  /** Compiles style sheets for editing and exporting, by absolute path. */
  apart(filePaths: string[]): Promise<Map<string, DemoSheet>>;
  retain(units: ReadonlySet<string>): void;
  /** Returns true if one must be compiled again. */
  touch(changed: ReadonlySet<string>): boolean;
  names(): string[];
}

export function createUnitSheets(site: Site, { tools, assets }: { tools: SheetTools; assets: AssetStore }): UnitSheets {
  const sheets = createSheets(site, tools);
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

function importedSheets({ order }: UnitBundle, packages: PackagesBundle): string[] {
  return [...new Set(order.flatMap((entry) => (path.isAbsolute(entry) ? entry : packages.sheetsOf(entry))))];
}
