/** For commands of plugins: `cascader-docs/kit`. */

export { type Diagnostic, DiagnosticError, type Location } from './node/base/diagnostics/diagnostic.ts';
export { diagnosticToJson, formatDiagnostic } from './node/base/diagnostics/print.ts';
export type { Command, CommandOption, Flags, Kit, SiteInMemory } from './node/project/config/kit-types.ts';
export { type OpenKit, openKit } from './node/tools/kit/open-kit.ts';
