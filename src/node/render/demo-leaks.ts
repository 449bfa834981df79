import fs from 'node:fs';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, type Location, locate } from '../base/diagnostics/diagnostic.ts';
import { relativePath } from '../base/files/paths.ts';
import type { EmbeddedDemo } from '../markdown/types.ts';
import { fenceLocation } from './demo-problems.ts';
import type { Leak } from './render-verified.ts';

/** `names` such as `Array.prototype.last`. */
export function describeChanges(demo: EmbeddedDemo, names: string[], root: string): Diagnostic {
  const location = locationOf(demo, names[0] ?? '', root);
  return createDiagnostic('demo-changes-built-ins', { demo: demo.id, names }, { location, demos: [demo.id] });
}

export function describeLeak(
  { shown, changedBy, modules }: Leak,
  demos: ReadonlyMap<string, EmbeddedDemo>,
): Diagnostic {
  const location = demos.get(changedBy ?? shown)?.location;
  const ids = changedBy === undefined ? [shown] : [changedBy, shown];
  return createDiagnostic('package-keeps-state', { shown, changedBy, modules }, { location, demos: ids });
}

/** Returns the location of a name in the demo's code, or of its last part. Default: where the demo is embedded. */
function locationOf(demo: EmbeddedDemo, name: string, root: string): Location {
  const text = demo.code?.text ?? fs.readFileSync(demo.filePath, 'utf8');
  const part = name.slice(name.lastIndexOf('.') + 1);
  const offset = [name, part].map((wanted) => text.indexOf(wanted)).find((index) => index !== -1);
  if (offset === undefined) return demo.location;
  const file = demo.code ? 'fence:' : relativePath(root, demo.filePath);
  return fenceLocation(locate(file, text, offset, part.length), demo) ?? demo.location;
}
