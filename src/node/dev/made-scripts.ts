import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { GraphFile } from '../bundle/demos/demo-graph.ts';
import type { Sheet } from '../bundle/dev/sheets.ts';
import type { ClientModule, DemoModule, SiteBundle } from '../bundle/types.ts';
import type { DemoHtml } from '../render/demos/prerender-demos.ts';
import type { PageScript, RunModules } from './server-scripts.ts';

export interface MadeScripts extends RunModules {
  demos: Map<string, DemoModule>;
  /** Files of each demo by id, the entry first. Excludes files that its style sheets import. */
  files: Map<string, GraphFile[]>;
  modules: Map<string, ClientModule>;
  html: DemoHtml;
  sheetImports: SiteBundle['sheetImports'];
  /** Absolute paths of the input files, including style sheets. */
  inputs: string[];
  /** Bundling errors. Units with errors keep their last successful result. */
  diagnostics: Diagnostic[];
}

type MadeUnits = Omit<MadeScripts, keyof RunModules>;

export interface MadeUnit {
  sheets: Map<string, Sheet>;
  inputs: string[];
  diagnostics: Diagnostic[];
  demo?: { id: string; module: DemoModule; files: GraphFile[]; html: DemoHtml | undefined };
  page?: { module: ClientModule; script: PageScript };
}

export function joinUnits(units: MadeUnit[]): MadeUnits {
  const demos = units.flatMap(({ demo = [] }) => demo);
  const pages = units.flatMap(({ page = [] }) => page);
  return {
    demos: new Map(demos.map(({ id, module }) => [id, module])),
    files: new Map(demos.map(({ id, files }) => [id, files])),
    modules: new Map(pages.map(({ module, script }) => [script.page.sourcePath, module])),
    html: joinHtml(demos.flatMap(({ html = [] }) => html)),
    sheetImports: new Map(
      units.flatMap(({ sheets }) => [...sheets].map(([filePath, { imports }]) => [filePath, imports])),
    ),
    inputs: units.flatMap(({ inputs, sheets }) => [
      ...inputs,
      ...[...sheets.values()].flatMap((sheet) => sheet.inputs),
    ]),
    diagnostics: units.flatMap(({ diagnostics }) => diagnostics),
  };
}

function joinHtml(all: DemoHtml[]): DemoHtml {
  return {
    html: new Map(all.flatMap(({ html }) => [...html])),
    styles: new Map(all.flatMap(({ styles }) => [...styles])),
    endless: new Set(all.flatMap(({ endless }) => [...endless])),
    problems: all.flatMap(({ problems }) => problems),
    leaks: all.flatMap(({ leaks }) => leaks),
  };
}
