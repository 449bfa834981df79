/** API for commands: `cascader-docs/kit`. The built-in commands import this and the Node API. */

export { type Diagnostic, DiagnosticError, type Location } from '../node/base/diagnostics/diagnostic.ts';
export { diagnosticToJson, formatDiagnostic } from '../node/base/diagnostics/print.ts';
export type {
  Command,
  CommandGroup,
  CommandOption,
  Flags,
  Kit,
  LoadedSite,
  SiteInMemory,
} from '../node/project/config/kit-types.ts';
export { type Colors, colors } from './colors.ts';
export { EXIT } from './exit.ts';
export { type OpenKit, type OpenKitOptions, openKit } from './open-kit.ts';
export { FORMAT, parsePath, parsePercent, parsePort, parseShard, ROOT } from './option-values.ts';
export type { Format, Output } from './output.ts';
export { countBySeverity, counted, exposedWarning, formatBytes, fromHere, urlLines } from './texts.ts';
