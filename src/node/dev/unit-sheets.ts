import path from 'node:path';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { describeFailure } from '../bundle/describe-failure.ts';
import type { PackagesBundle } from '../bundle/dev/packages.ts';
import { createSheets, type Sheet } from '../bundle/dev/sheets.ts';
import { keyOf, type UnitBundle, type UnitInput } from '../bundle/dev/unit.ts';
import type { SheetTools } from '../bundle/sheets/sheet-tools.ts';
import type { DemoSheet } from '../bundle/types.ts';
import type { Site } from '../project/config/types.ts';
import type { AssetStore } from './asset-store.ts';

interface CompiledSheets {
  sheets: Map<string, Sheet>;
  diagnostics: Diagnostic[];
}

export type UnitSheets = ReturnType<typeof createUnitSheets>;

export function createUnitSheets(site: Site, { tools, assets }: { tools: SheetTools; assets: AssetStore }) {
  const sheets = createSheets(site, tools);
  const imported = new Map<string, string[]>();
  return {
    /** Omits and reports style sheets that fail to compile. */
    async compile(source: UnitInput, bundle: UnitBundle, packages: PackagesBundle): Promise<CompiledSheets> {
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
    /** Compiles style sheets for editing and exporting, by absolute path. */
    async apart(filePaths: string[]): Promise<Map<string, DemoSheet>> {
      const found = await Promise.all(
        filePaths.map(async (filePath) => [filePath, await (await sheets.get(filePath)).apart()] as const),
      );
      return new Map(found.flatMap(([filePath, sheet]) => (sheet ? [[filePath, sheet]] : [])));
    },
    retain(units: ReadonlySet<string>): void {
      for (const unit of imported.keys()) if (!units.has(unit)) imported.delete(unit);
      sheets.retain(new Set([...imported.values()].flat()));
    },
    /** Returns true if a style sheet must be compiled again. */
    touch: sheets.touch,
    names: sheets.names,
  };
}

function importedSheets({ order }: UnitBundle, packages: PackagesBundle): string[] {
  return [...new Set(order.flatMap((entry) => (path.isAbsolute(entry) ? entry : packages.sheetsOf(entry))))];
}

const OF_SEVERAL: UnitInput = { pages: [], demos: [] };

export function describeUnit(site: Site, failure: unknown, { pages, demos } = OF_SEVERAL): Diagnostic[] {
  try {
    return describeFailure(site, pages, demos)(failure);
  } catch (error) {
    if (error instanceof DiagnosticError) return error.diagnostics;
    throw error;
  }
}
