import type { Location } from '../base/diagnostics/diagnostic.ts';
import type { EmbeddedDemo } from './types.ts';

/** Converts a location in the code of a demo to one in its page, or in its stories file. */
export function locationInCode(location: Location, { code, location: embedded }: EmbeddedDemo): Location {
  const { origin } = code ?? {};
  // The code of a fence starts on the line after the opening fence.
  if (!origin) return { ...location, file: embedded.file, line: embedded.line + location.line };
  const { line, shift } = origin.lines[location.line - 1] ?? {};
  if (line === undefined || shift === undefined) return { file: origin.file, line: origin.line, column: 1 };
  const { lineText, column, ...rest } = location;
  const shifted = lineText && (shift > 0 ? ' '.repeat(shift) + lineText : lineText.slice(-shift));
  return { ...rest, file: origin.file, line, column: column + shift, ...(shifted && { lineText: shifted }) };
}
