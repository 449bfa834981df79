import path from 'node:path';
import type { Diagnostic, Location } from '../../base/diagnostics/diagnostic.ts';
import { isInside, relativePath } from '../../base/files/paths.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';

export interface FailingParts {
  demos: Set<string>;
  pages: Set<string>;
  /** Absolute paths of other files: modules and style sheets that demos or pages import. */
  files: Set<string>;
  hasTheme: boolean;
}

/** Codes of errors after which nothing can be rendered: of bundling, of loading bundles, or of a missing theme. */
const IS_FATAL = /^CD(?:[45]\d\d|223)$/;

/** The demo, else the interactive page, else the theme, else the file. Returns false if no part was added. */
export function addFailing(
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

/** Returns true if an error is in the theme, or in the configuration, which names the theme. */
function isOfTheme({ file }: Location, { root, config: { theme }, configFile }: Site): boolean {
  if (theme === undefined) return false;
  const filePath = path.resolve(root, file);
  return file === configFile || filePath === theme || isInside(theme, filePath);
}
