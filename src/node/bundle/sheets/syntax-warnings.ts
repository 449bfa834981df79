import fs from 'node:fs';
import path from 'node:path';
import type { Message } from 'esbuild';
import type { Site } from '../../config/types.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isHeld } from '../../file-scope.ts';
import { convertMessage } from '../convert-message.ts';

/** Ids of the bundler's warnings about CSS that browsers skip. */
const SYNTAX = new Set(['css-syntax-error', 'js-comment-in-css']);

const CLOSING: Record<string, string> = { '{': '}', '(': ')', '[': ']' };

/** Warnings (CD405) about CSS of the site that browsers cannot parse, each once. Sheets of packages are their authors' matter. */
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

/** True for `*zoom: 1`, which only old versions of Internet Explorer read: nothing else is lost by it. */
function isHack({ text, location }: Message): boolean {
  if (!location || !text.endsWith('found "*"')) return false;
  return /^\*[\w-]+\s*:/.test(Buffer.from(location.lineText).subarray(location.column).toString());
}

function describe(message: Message, root: string): Diagnostic {
  // An unclosed block is reported at the end of the file; its author looks for the beginning.
  const opening = message.notes.find(({ text, location }) => location && text.startsWith('The unbalanced'));
  const [, sign] = /"(.)"/.exec(opening?.text ?? '') ?? [];
  const at = opening?.location ?? message.location;
  const { location, ...diagnostic } = convertMessage({ ...message, notes: [], location: at }, 'warning');
  const { file = '', line = 1, lineText = '' } = location ?? {};
  // A sheet that a tool has compiled has other lines than its file.
  const isWritten = readLine(path.resolve(root, file), line) === lineText;
  const [problem, ...fix] = sign
    ? [`"${sign}" is never closed`, `Add the missing "${CLOSING[sign]}".`]
    : message.text === 'Unexpected "}"'
      ? ['"}" closes nothing', 'Remove it, or add the "{" that it closes.']
      : [message.text];
  return {
    ...diagnostic,
    code: 'CD405',
    text: `Invalid CSS: ${problem}`,
    location: isWritten ? location : { file, line: 1, column: 1 },
    notes: [
      ...fix,
      ...(isWritten ? [] : [`The compiled CSS has: ${lineText.trim().slice(0, 200)}`]),
      'Browsers skip what they cannot parse, so this rule or those after it have no effect.',
    ],
  };
}

function readLine(filePath: string, line: number): string | undefined {
  return fs.readFileSync(filePath, 'utf8').split(/\r?\n/)[line - 1];
}
