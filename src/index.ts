/** The public Node API of cascader-docs. */

export { type Diagnostic, DiagnosticError, type Location } from './node/base/diagnostics/diagnostic.ts';
export { diagnosticToJson, formatDiagnostic } from './node/base/diagnostics/print.ts';
export { StrayError } from './node/base/errors.ts';
export type { BuildStats, ProcessCost, Stage, TimedTask } from './node/base/meter.ts';
export { packageVersion as version } from './node/base/package-dir.ts';
export { type BuildOptions, type BuildResult, build } from './node/build/build.ts';
export type { CompressedSize, ImportCost } from './node/bundle/import-cost.ts';
export { createDevServer, type DevServer, type DevServerOptions, type DevUpdate } from './node/dev/dev.ts';
export type { DataFile, PathsFile, PathsFileEntry } from './node/project/code-files.ts';
export { defineConfig, definePlugin } from './node/project/config/define-config.ts';
export { TARGETS, type Target } from './node/project/config/targets.ts';
export type {
  FinishedPage,
  FinishedSite,
  NavConfig,
  Plugin,
  PluginFiles,
  ScriptConfig,
  StyleConfig,
  UserConfig,
} from './node/project/config/types.ts';
export {
  type AffectedDemo,
  type AffectedItem,
  type AffectedOptions,
  type AffectedResult,
  affected,
} from './node/tools/affected/affected.ts';
export { type CacheInfo, cacheInfo } from './node/tools/cache-folder.ts';
export {
  type AcceptNewestOptions,
  acceptNewest,
  type CheckOptions,
  check,
} from './node/tools/check/check.ts';
export type { CheckResult } from './node/tools/check/check-record.ts';
export type { Shard } from './node/tools/check/divide-demos.ts';
export type { BrowserName } from './node/tools/check/import-peer.ts';
export { type MergeChecksOptions, mergeChecks } from './node/tools/check/merge-checks.ts';
export type { CheckPart } from './node/tools/check/parts.ts';
export { REPORTERS, type Reporter, renderCheck } from './node/tools/check/reporters/render-check.ts';
export type { ScreenshotsResult } from './node/tools/check/screenshots/check-screenshots.ts';
export type {
  AcceptedFinding,
  DemoReport,
  Finding,
  FindingPlace,
  OtherReport,
  StepReport,
} from './node/tools/check/types.ts';
export { apiCoverage, type CheckTypesOptions, checkTypes, type TypesOptions } from './node/tools/check-types.ts';
export { type DoctorOptions, doctor, type Examination, type Score, type Share } from './node/tools/doctor/doctor.ts';
export type { Remedy } from './node/tools/doctor/remedy.ts';
export {
  type ApiDiff,
  type ApiDifference,
  type ApiNote,
  type DiffApiOptions,
  diffApi,
} from './node/tools/history/diff-api.ts';
export { apiDiffReport, type DiffFormat, type ReportColors } from './node/tools/history/diff-report.ts';
export {
  type UpdateApiHistoryOptions,
  type UpdatedApiHistory,
  updateApiHistory,
} from './node/tools/history/update-history.ts';
export type { CiHost, MoveTool } from './node/tools/init/choices.ts';
export { type InitOptions, type InitResult, init } from './node/tools/init/init.ts';
export { type McpOptions, serveMcp } from './node/tools/mcp/serve-mcp.ts';
export { type PackOptions, type PackResult, pack } from './node/tools/pack/pack.ts';
export { type PreviewOptions, type PreviewServer, preview } from './node/tools/preview.ts';
export type { ContractChange, ContractSection } from './node/tools/report/compare-contracts.ts';
export { type ReportOptions, report } from './node/tools/report/report.ts';
export type {
  ChangedImport,
  ChangedPage,
  CoverageChange,
  FirstView,
  OverBudget,
  ReportResult,
} from './node/tools/report/types.ts';
export {
  type CreateSandboxesOptions,
  type CreateSandboxesResult,
  createSandboxes,
  type SandboxOutcome,
} from './node/tools/sandbox/create-sandboxes.ts';
export {
  type DemoProject,
  type SandboxProjectsOptions,
  type SandboxProjectsResult,
  sandboxProjects,
} from './node/tools/sandbox/sandbox-projects.ts';
export {
  type MissingTranslation,
  type OutdatedTranslation,
  type OvertakenTranslation,
  type Translated,
  type TranslationReport,
  type TranslationsOptions,
  translations,
} from './node/tools/translations.ts';
export { type AddedVersion, type AddVersionOptions, addVersion } from './node/tools/versions/add-version.ts';
export type { Coverage } from './node/types/tables/coverage.ts';
export type * from './shared/api.ts';
export type * from './shared/entities.ts';
