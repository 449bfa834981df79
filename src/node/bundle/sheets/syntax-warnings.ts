import fs from 'node:fs';
import path from 'node:path';
import type { Message } from 'esbuild';
import type { CssProblem } from '../../base/diagnostics/codes/bundling.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { Site } from '../../project/config/types.ts';
import { isHeld } from '../../project/file-scope.ts';
import { convertMessage } from '../esbuild/convert-message.ts';

/** Ids of esbuild's warnings about CSS that browsers skip. */
const SYNTAX = new Set(['css-syntax-error', 'js-comment-in-css']);

const CLOSING: Record<string, string> = { '{': '}', '(': ')', '[': ']' };

/** Code CD405, without duplicates. Style sheets of packages are not checked. */
export function syntaxWarnings(messages: Message[], site: Site): Diagnostic[] {
  const found = messages
    .filter((message) => SYNTAX.has(message.id) && isOfSite(message, site) && !isHack(message))
    .map((message) => describe(message, site.root));
  return [...new Map(found.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}

function isOfSite({ location }: Message, site: Site): boolean {
  const file = location && path.resolve(site.root, location.file);
  return file !== null && isHeld(file, site) && fs.existsSync(file);
}

/** `*zoom: 1` is only for old versions of Internet Explorer. Other browsers skip only this declaration. */
function isHack({ text, location }: Message): boolean {
  if (!location || !text.endsWith('found "*"')) return false;
  return /^\*[\w-]+\s*:/.test(Buffer.from(location.lineText).subarray(location.column).toString());
}

function describe(message: Message, root: string): Diagnostic {
  // esbuild reports an unclosed block at the end of the file. Its opening sign is more useful.
  const opening = message.notes.find(({ text, location }) => location && text.startsWith('The unbalanced'));
  const [, sign] = /"(.)"/.exec(opening?.text ?? '') ?? [];
  const at = opening?.location ?? message.location;
  const { location } = convertMessage({ ...message, notes: [], location: at }, 'warning');
  const { file = '', line = 1, lineText = '' } = location ?? {};
  // The lines of a compiled style sheet differ from those of its file.
  const isWritten = readLine(path.resolve(root, file), line) === lineText;
  const problem: CssProblem = sign
    ? { is: 'unclosed', sign, closing: CLOSING[sign] }
    : message.text === 'Unexpected "}"'
      ? { is: 'closes-nothing' }
      : { is: 'other', reason: message.text };
  const compiled = isWritten ? undefined : lineText.trim().slice(0, 200);
  return createDiagnostic(
    'invalid-css',
    { problem, compiled },
    { location: isWritten ? location : { file, line: 1, column: 1 } },
  );
}

function readLine(filePath: string, line: number): string | undefined {
  return fs.readFileSync(filePath, 'utf8').split(/\r?\n/)[line - 1];
}
