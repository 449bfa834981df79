import path from 'node:path';
import { type Diagnostic, DiagnosticError, type Location } from '../../base/diagnostics/diagnostic.ts';
import { DEAD_LINKS } from '../../base/diagnostics/groups.ts';
import { isInside, relativePath } from '../../base/files/paths.ts';
import type { Stage } from '../../base/meter.ts';
import { runPipeline } from '../../build/pipeline.ts';
import type { PipelineResult } from '../../build/pipeline-options.ts';
import { createBundleCache } from '../../bundle/bundle-key.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { noCache } from '../../store/cache.ts';

export interface RunInput {
  compiled: Map<string, CompiledPage>;
  findings: Findings;
  onStage?: (stage: Stage) => void;
  signal?: AbortSignal;
}

/**
 * Runs the pipeline repeatedly. Each run omits the parts that failed to be bundled or loaded, so that an error does not
 * hide later errors. There is no result if an error does not belong to a part.
 */
export async function runWithoutFailing(
  site: Site,
  { compiled, findings, onStage, signal }: RunInput,
): Promise<{ result?: PipelineResult; omitted: FailingParts }> {
  const cache = createBundleCache(site);
  const omitted: FailingParts = { demos: new Set(), pages: new Set(), files: new Set(), hasTheme: false };
  for (;;) {
    // Bundles with stand-ins must not be cached.
    const kept = omitted.files.size > 0 ? noCache : cache;
    const options = { omit: omitted.pages, omitDemos: omitted.demos, tolerates: true, cache: kept, onStage, signal };
    try {
      const result = await runPipeline(withoutParts(site, omitted), options);
      findings.add(result.diagnostics.filter((finding) => !isOfStandIn(finding)));
      for (const finding of result.diagnostics.filter(isOfStandIn))
        for (const id of finding.demos ?? []) omitted.demos.add(id);
      return { result, omitted };
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      findings.add(error.diagnostics.filter((finding) => !isOfStandIn(finding)));
      if (!addFailing(omitted, error.diagnostics, { site, compiled })) return { omitted };
    }
  }
}

function withoutParts(site: Site, { files, hasTheme }: FailingParts): Site {
  const { config } = site;
  const plugins = files.size > 0 ? [standInPlugin(files, site.root)] : [];
  const esbuild = { ...config.esbuild, plugins: [...plugins, ...config.esbuild.plugins] };
  return { ...site, config: { ...config, esbuild, theme: hasTheme ? undefined : config.theme } };
}

type Plugin = Site['config']['esbuild']['plugins'][number];

/** Start of a stand-in's error message. This text distinguishes the message from errors in the author's code. */
const MARK = 'cascader-docs doctor leaves out ';

/** Returns true for a finding that is about a stand-in rather than the author's code. */
function isOfStandIn({ text }: Diagnostic): boolean {
  return text.includes(MARK);
}

/** Replaces files with stand-ins that throw. Pages and demos that import them fail when they are rendered; others render normally. */
function standInPlugin(files: ReadonlySet<string>, root: string): Plugin {
  const standIn = (file: string) => {
    const message = JSON.stringify(MARK + relativePath(root, file));
    // Because the error has no stack, it is located at the page that imports the file.
    const contents = `throw Object.assign(new Error(${message}), { stack: '' }); module.exports = {};`;
    return { contents, loader: 'js' as const };
  };
  return {
    name: 'stand-ins',
    setup(build) {
      build.onResolve({ filter: /^\.{1,2}\/.*\.(?:css|less|s[ac]ss)$/ }, ({ path: specifier, resolveDir, kind }) => {
        const file = path.resolve(resolveDir, specifier);
        return files.has(file) && kind !== 'import-rule' ? { path: file, namespace: 'stand-in' } : undefined;
      });
      build.onLoad({ filter: /.*/, namespace: 'stand-in' }, ({ path: file }) => standIn(file));
      build.onLoad({ filter: /.*/, namespace: 'file' }, ({ path: file }) =>
        files.has(file) ? standIn(file) : undefined,
      );
    },
  };
}

type Findings = ReturnType<typeof createFindings>;

export function createFindings() {
  const found = new Map<string, Diagnostic>();
  return {
    add(...lists: (readonly Diagnostic[])[]): void {
      for (const diagnostic of lists.flat())
        found.set(JSON.stringify([diagnostic.code, diagnostic.location, diagnostic.text]), diagnostic);
    },
    list: (): Diagnostic[] => [...found.values()],
    filesWithErrors: (): Set<string> =>
      new Set(
        [...found.values()].flatMap(({ severity, code, location }) =>
          severity === 'error' && location && !DEAD_LINKS.has(code) ? location.file : [],
        ),
      ),
  };
}

interface FailingParts {
  demos: Set<string>;
  pages: Set<string>;
  /** Absolute paths of other files: modules and style sheets that demos or pages import. */
  files: Set<string>;
  hasTheme: boolean;
}

/** Matches codes of errors after which nothing can be rendered: errors in bundling or loading bundles, and a missing theme. */
const IS_FATAL = /^CD(?:[45]\d\d|223)$/;

/** Adds the part that fails: the demo, otherwise the page, the theme or the file. Returns false if no part was added. */
function addFailing(
  parts: FailingParts,
  errors: Diagnostic[],
  { site, compiled }: { site: Site; compiled: Map<string, CompiledPage> },
): boolean {
  const size = (): number => parts.demos.size + parts.pages.size + parts.files.size + Number(parts.hasTheme);
  const before = size();
  for (const { code, severity, location } of errors) {
    if (severity !== 'error' || !IS_FATAL.test(code)) continue;
    const demos = location ? demosAt(location, compiled, site) : [];
    for (const id of demos) parts.demos.add(id);
    if (demos.length > 0) continue;
    if (location && compiled.has(location.file)) parts.pages.add(location.file);
    else if (!location || isOfTheme(location, site)) parts.hasTheme = true;
    else parts.files.add(path.resolve(site.root, location.file));
  }
  return size() > before;
}

/** Returns the ids of the demos whose file or fence contains the location. */
export function demosAt({ file, line }: Location, compiled: Map<string, CompiledPage>, { root }: Site): string[] {
  return [...compiled.values()]
    .flatMap(({ demos }) => demos)
    .filter(({ code, filePath, location }) =>
      code && !code.origin
        ? location.file === file && line >= location.line && line <= location.line + code.text.split('\n').length
        : relativePath(root, filePath) === file,
    )
    .map(({ id }) => id);
}

/** Returns true if an error is in the theme, or in the configuration that sets the theme. */
function isOfTheme({ file }: Location, { root, config: { theme }, configFile }: Site): boolean {
  if (theme === undefined) return false;
  const filePath = path.resolve(root, file);
  return file === configFile || filePath === theme || isInside(theme, filePath);
}
