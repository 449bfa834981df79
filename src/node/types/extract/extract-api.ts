import type { ApiComponent } from '../../../shared/api.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import type { Session } from '../compiler/index.ts';
import { describeExport } from './describe-export.ts';
import { createLibraryProgram, type LibraryEntry } from './library-program.ts';
import { type ApiExport, listExports } from './list-exports.ts';
import { addPlainTypes } from './plain-types.ts';
import { syntaxErrors } from './problems.ts';
import { createTypePrinter } from './type-text.ts';

export interface ExtractApiOptions extends LibraryEntry {
  ids?: readonly string[];
}

export interface ExtractedApi {
  components: ApiComponent[];
  /** An error if the entry is not found. Otherwise warnings: ids that are not exported, types that cannot be found. */
  diagnostics: Diagnostic[];
  /** Absolute, sorted. TypeScript's own libraries are not listed: they change only with its version. */
  files: string[];
}

/** Default values are read from the implementation. The same input gives the same result, and nothing is downloaded. */
export function extractApi({ ids, ...entry }: ExtractApiOptions, session: Session): ExtractedApi {
  const { context, diagnostics, files } = createLibraryProgram(entry, session);
  if (!context) return { components: [], diagnostics: diagnostics(), files: files() };
  for (const error of syntaxErrors(context)) context.report(error);

  const exports = listExports(context);
  const names = exports.map(({ id }) => id);
  for (const id of ids ?? []) if (!names.includes(id)) context.report(notExported(id, entry.entry, names));

  const maker = { ...context, printer: createTypePrinter(context), shared: new Map() };
  const wanted = ids ? exports.filter(({ id }) => ids.includes(id)) : exports;
  // The compiler orders the parts of a union by when it first met them. Components always come first, so that the order does not depend
  // on the other exports.
  const described = new Map<ApiExport, ApiComponent | undefined>();
  for (const exported of wanted.filter(isComponent)) described.set(exported, describeExport(maker, exported));
  for (const exported of wanted) if (!isComponent(exported)) described.set(exported, describeExport(maker, exported));
  const components = wanted.flatMap((exported) => described.get(exported) ?? []);
  const found = [...described].flatMap(([exported, component]) => (component ? [{ exported, component }] : []));
  addPlainTypes(context, found, session);
  return { components, diagnostics: diagnostics(), files: files() };
}

function isComponent({ kind }: ApiExport): boolean {
  return kind === 'component';
}

function notExported(id: string, entry: string, names: string[]): Diagnostic {
  return createDiagnostic('not-exported', { case: 'entry', id, entry, nearest: nearestName(id, names) });
}
