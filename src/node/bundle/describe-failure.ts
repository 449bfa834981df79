import type { BuildFailure, Message } from 'esbuild';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError, type Location, locate } from '../base/diagnostics/diagnostic.ts';
import { relativePath } from '../base/files/paths.ts';
import { readText } from '../content/page-texts.ts';
import { locationInCode } from '../markdown/code-location.ts';
import type { EmbeddedDemo } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { createRefusal, isHeld, refusalOfRead } from '../project/file-scope.ts';
import { librariesOf } from '../project/libraries.ts';
import { convertMessage, type Origin } from './esbuild/convert-message.ts';
import { FENCE_NAMESPACE, type InteractivePage, PAGE_NAMESPACE } from './esbuild/entries.ts';
import { inputFile } from './esbuild/input-files.ts';
import type { BundleInput } from './options.ts';

type Origins = Pick<BundleInput, 'site' | 'pages' | 'demos'>;

/** Throws a bundling failure as a DiagnosticError. Any other error is a bug in this package, and is rethrown. */
export function describeFailure(
  site: Site,
  pages: InteractivePage[],
  demos: EmbeddedDemo[],
): (failure: unknown) => never {
  return (failure) => {
    const { errors } = failure as Partial<BuildFailure>;
    if (!Array.isArray(errors)) throw failure;
    const originOf = (file: string): Origin | undefined => originOfFence(fenceOf(file, demos));
    const diagnostics = errors.map((message) => {
      const embedded = embeddedBy(message, demos);
      return (
        withoutContent(message, site) ??
        relocate(convertMessage(message, 'error', { embedded, site, originOf }), message, { site, pages, demos })
      );
    });
    // esbuild's message is the only indication that the system limit was reached.
    const reason = diagnostics.find(({ text }) => /too many open files|file table overflow/.test(text))?.text;
    if (reason === undefined) throw new DiagnosticError(unique(diagnostics));
    throw new DiagnosticError([...unique(diagnostics), createDiagnostic('too-many-open-files', { reason })]);
  };
}

/** Describes an error without quoting its file if the file must not be published. Returns undefined for other files. */
function withoutContent({ location }: Message, site: Site): Diagnostic | undefined {
  const filePath = location ? inputFile(location.file, site.root) : undefined;
  const refusal = filePath && refusalOfRead({ filePath, folder: site.root }, site);
  // A library and the files that it imports may be outside the project.
  const isOfLibrary = librariesOf(site).some(({ entry }) => !isHeld(entry, site));
  if (!refusal || (refusal === 'outside' && isOfLibrary)) return undefined;
  return createRefusal(refusal, `Imported file \`${relativePath(site.root, filePath)}\``);
}

/** Removes duplicates. Several errors in one file become equal if the file is not quoted. */
function unique(diagnostics: Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}

function embeddedBy(message: Message, demos: EmbeddedDemo[]): Location[] {
  const file = message.location?.file;
  if (!file) return [];
  return demos.filter((demo) => !demo.code && demo.filePath.endsWith(`/${file}`)).map(({ location }) => location);
}

function aboutTheme({ root, config }: Site): Diagnostic {
  const file = relativePath(root, config.theme ?? '');
  return createDiagnostic('theme-without-default-export', { file }, { location: { file, line: 1, column: 1 } });
}

function aboutPlayground(diagnostic: Diagnostic, { text, notes }: Message, id: string, location: Location): Diagnostic {
  if (!text.startsWith('No matching export')) return { ...diagnostic, location };
  const [, nearest] = notes.map((note) => /Did you mean to import "(.+)"/.exec(note.text)).find(Boolean) ?? [];
  return createDiagnostic('unknown-playground-component', { id, nearest }, { location });
}

function originOfFence(demo: EmbeddedDemo | undefined): Origin | undefined {
  return demo?.code?.origin ?? demo?.location;
}

/** Returns the fenced demo for a virtual file. The demo's code starts on the line after the opening fence. */
function fenceOf(file: string, demos: EmbeddedDemo[]): EmbeddedDemo | undefined {
  const [namespace, id] = file.split(/:(.*)/s);
  return namespace === FENCE_NAMESPACE ? demos.find((demo) => demo.id === id) : undefined;
}

function relocate(diagnostic: Diagnostic, message: Message, { site, pages, demos }: Origins): Diagnostic {
  const { location } = diagnostic;
  if (!location) return diagnostic;
  const [namespace, name] = (message.location?.file ?? '').split(/:(.*)/s);
  if (namespace === 'virtual' || message.location?.file.startsWith('cascader-docs:theme')) return aboutTheme(site);
  const demo = fenceOf(message.location?.file ?? '', demos);
  if (demo?.takesProps?.tag) return aboutPlayground(diagnostic, message, demo.takesProps.tag.id, demo.location);
  if (demo) return { ...diagnostic, location: locationInCode(location, demo) };
  const entry = namespace === PAGE_NAMESPACE && pages.find(({ page }) => page.sourcePath === name);
  if (!entry) return diagnostic;
  const { page } = entry;
  const specifier = /Could not resolve "(.+)"/.exec(message.text)?.[1] ?? message.location?.lineText.trim() ?? '';
  const text = readText(page);
  const offset = Math.max(text.indexOf(specifier, page.bodyOffset), page.bodyOffset);
  return { ...diagnostic, location: locate(page.sourcePath, text, offset, specifier.length) };
}
