import type { BuildFailure, Message } from 'esbuild';
import type { EmbeddedDemo } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { type Diagnostic, DiagnosticError, locate } from '../diagnostics/diagnostic.ts';
import { describeRefusal, isHeld, refusalOfRead } from '../file-scope.ts';
import { relativePath } from '../files/paths.ts';
import { librariesOf } from '../libraries.ts';
import { convertMessage } from './convert-message.ts';
import { FENCE_NAMESPACE, type InteractivePage, PAGE_NAMESPACE } from './entries.ts';
import { inputFile } from './input-files.ts';
import type { BundleInput } from './options.ts';

/** Where the modules come from that the bundler is given. */
type Origins = Pick<BundleInput, 'site' | 'pages' | 'demos'>;

/** Throws esbuild's errors as diagnostics; anything else is a fault of ours and is thrown on. */
export function describeFailure(
  site: Site,
  pages: InteractivePage[],
  demos: EmbeddedDemo[],
): (failure: unknown) => never {
  return (failure) => {
    const { errors } = failure as Partial<BuildFailure>;
    if (!Array.isArray(errors)) throw failure;
    const diagnostics = errors.map(
      (message) =>
        withoutContent(message, site) ??
        relocate(
          convertMessage(message, 'error', { notes: embeddedBy(message, demos), own: site.packageJson.name }),
          message,
          { site, pages, demos },
        ),
    );
    throw new DiagnosticError(unique(diagnostics));
  };
}

/** What is said of an error in a file that may not be published, since the error would quote it; undefined for other files. */
function withoutContent({ location }: Message, site: Site): Diagnostic | undefined {
  const filePath = location ? inputFile(location.file, site.root) : undefined;
  const refusal = filePath && refusalOfRead({ filePath, folder: site.root }, site);
  // A library may lie outside, with whatever it imports there.
  const isOfLibrary = librariesOf(site).some(({ entry }) => !isHeld(entry, site));
  if (!refusal || (refusal === 'outside' && isOfLibrary)) return undefined;
  return { severity: 'error', ...describeRefusal(refusal, `Imported file \`${relativePath(site.root, filePath)}\``) };
}

/** Several errors may be in one file that is not quoted. */
function unique(diagnostics: Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}

/** Names the pages that embed the demo in which the fault lies. */
function embeddedBy(message: Message, demos: EmbeddedDemo[]): string[] {
  const file = message.location?.file;
  if (!file) return [];
  return demos
    .filter((demo) => !demo.code && demo.filePath.endsWith(`/${file}`))
    .map(({ location }) => `The demo is embedded at ${location.file}:${location.line}:${location.column}.`);
}

/** The module that imports the theme is ours: what is wrong with it is wrong with the theme. */
function aboutTheme(diagnostic: Diagnostic, { root, config }: Site): Diagnostic {
  const file = relativePath(root, config.theme ?? '');
  return {
    ...diagnostic,
    text: `The theme ${file} has no default export`,
    location: { file, line: 1, column: 1 },
    notes: ["Write `export default { ...theme }`, with `import theme from 'cascader-docs/theme'`."],
  };
}

/** Places in virtual modules as places in what they were made from. */
function relocate(diagnostic: Diagnostic, message: Message, { site, pages, demos }: Origins): Diagnostic {
  const { location } = diagnostic;
  if (!location) return diagnostic;
  const [namespace, name] = (message.location?.file ?? '').split(/:(.*)/s);
  if (namespace === 'virtual' || message.location?.file.startsWith('cascader-docs:theme'))
    return aboutTheme(diagnostic, site);
  const demo = namespace === FENCE_NAMESPACE && demos.find(({ id }) => id === name);
  // The text of a fence begins on the line after its opening.
  if (demo)
    return {
      ...diagnostic,
      location: { ...location, file: demo.location.file, line: demo.location.line + location.line },
    };
  const entry = namespace === PAGE_NAMESPACE && pages.find(({ page }) => page.sourcePath === name);
  if (!entry) return diagnostic;
  const { page } = entry;
  const specifier = /Could not resolve "(.+)"/.exec(message.text)?.[1] ?? message.location?.lineText.trim() ?? '';
  const offset = Math.max(page.source.indexOf(specifier, page.bodyOffset), page.bodyOffset);
  return { ...diagnostic, location: locate(page.sourcePath, page.source, offset, specifier.length) };
}
