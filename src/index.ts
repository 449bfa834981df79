/** The public Node API of cascader-docs. */

export { type BuildOptions, type BuildResult, build, type MergeOptions, merge } from './node/build.ts';
export { type CacheInfo, cacheInfo } from './node/cache-folder.ts';
export { type CheckOptions, type CheckResult, check } from './node/check/check.ts';
export type { AcceptedFinding, DemoReport, Finding, FindingPlace, OtherReport } from './node/check/types.ts';
export { apiCoverage, checkTypes, type TypesOptions } from './node/check-types.ts';
export { defineConfig } from './node/config/define-config.ts';
export { TARGETS, type Target } from './node/config/targets.ts';
export type { NavConfig, ScriptConfig, StyleConfig, UserConfig } from './node/config/types.ts';
export { createDevServer, type DevServer, type DevServerOptions, type DevUpdate } from './node/dev.ts';
export { type Diagnostic, DiagnosticError, type Location } from './node/diagnostics/diagnostic.ts';
export { diagnosticToJson, formatDiagnostic } from './node/diagnostics/print.ts';
export { type DoctorOptions, doctor, type Examination, type Score, type Share } from './node/doctor/doctor.ts';
export type { Remedy } from './node/doctor/remedy.ts';
export {
  type DeployAction,
  type DeployPlan,
  type DeployPlanOptions,
  type DeployStep,
  deployPlan,
} from './node/hosts/deploy-plan.ts';
export { ENGINES, type Engine, type InitEngineOptions, initEngine } from './node/init/engines.ts';
export { type InitOptions, type InitResult, init } from './node/init/init.ts';
export { CI_HOSTS, type CiHost } from './node/init/workflow.ts';
export type { Coverage } from './node/library-types/coverage.ts';
export { type McpOptions, serveMcp } from './node/mcp/serve-mcp.ts';
export type { BuildStats, ProcessCost } from './node/meter.ts';
export { packageVersion as version } from './node/package-dir.ts';
export type { Stage } from './node/pipeline.ts';
export { type PreviewOptions, type PreviewServer, preview } from './node/preview.ts';
export {
  type CreateSandboxesOptions,
  type CreateSandboxesResult,
  createSandboxes,
  type SandboxOutcome,
} from './node/sandbox/create-sandboxes.ts';
export {
  type DemoProject,
  type SandboxProjectsOptions,
  type SandboxProjectsResult,
  sandboxProjects,
} from './node/sandbox/sandbox-projects.ts';
export { type MakePagesOptions, type MakePagesResult, makePages } from './node/shards/pages.ts';
export { type PlanOptions, type PlanResult, plan } from './node/shards/plan.ts';
export { StrayError } from './node/stray-error.ts';
export {
  type MissingTranslation,
  type OutdatedTranslation,
  type Translated,
  type TranslationReport,
  type TranslationsOptions,
  translations,
} from './node/translations.ts';
export type * from './shared/api.ts';
export type * from './shared/entities.ts';
