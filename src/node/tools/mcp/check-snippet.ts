import path from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { Site } from '../../project/config/types.ts';
import { projectOf } from '../../types/check-site-types.ts';
import type { TypesReader } from '../../types/types-reader.ts';
import { UnknownName } from './built-files.ts';

/** Maximum length of the code, in characters. */
const MOST_CODE = 50_000;
/** Maximum number of brackets that are open at once. The compiler calls itself for each. */
const MOST_OPEN = 200;

export interface Importable {
  id: string;
  import?: string;
}

export interface SnippetError {
  line: number;
  column: number;
  text: string;
  notes?: string[];
}

/** Errors in the code, or a sentence if there are none. Code without imports is checked as if it imported what it uses. */
export type SnippetAnswer = string | SnippetError[] | { note: string; errors: SnippetError[] };

/** Throws UnknownName if the code is too long or too deep to be checked. */
export async function checkSnippet(
  code: string,
  { reader, site, importables }: { reader: TypesReader; site: Site; importables: readonly Importable[] },
): Promise<SnippetAnswer> {
  if (code.length > MOST_CODE)
    throw new UnknownName(`The code is longer than ${MOST_CODE} characters. Check parts of it.`);
  if (depthOf(code) > MOST_OPEN)
    throw new UnknownName(`More than ${MOST_OPEN} brackets are open at once in the code. Check parts of it.`);
  const imports = /^\s*(?:import|export)\b/m.test(code) ? [] : importsFor(code, importables);
  const text = [code, ...imports].join('\n');
  const block = { page: path.join(site.root, 'snippet.md'), file: 'snippet', text, lang: 'tsx' as const, line: 1 };
  const { diagnostics } = await reader.check({ ...projectOf(site), files: [], blocks: [block] }).catch(() => {
    throw new UnknownName('The code cannot be checked: it is too complex for the compiler. Check parts of it.');
  });
  const note = imports.length > 0 ? `The code has no imports, so it was checked with \`${imports.join(' ')}\`` : '';
  if (diagnostics.length === 0) return `The code has no errors.${note && ` ${note}.`}`;
  const errors = diagnostics.map(toError);
  return note === '' ? errors : { note: `${note}.`, errors };
}

function toError({ text, location, notes }: Diagnostic): SnippetError {
  return { line: location?.line ?? 1, column: location?.column ?? 1, text, ...(notes && { notes }) };
}

/** Returns the imports of the exports that code mentions, but does not declare. */
function importsFor(code: string, importables: readonly Importable[]): string[] {
  const words = new Set(code.match(/[\w$]+/g));
  const declared = new Set(
    Array.from(code.matchAll(/\b(?:const|let|var|function|class|type|interface|enum)\s+([\w$]+)/g), ([, name]) => name),
  );
  const used = importables.filter(({ id }) => words.has(id) && !declared.has(id));
  return [...new Set(used.flatMap((one) => one.import ?? []))];
}

/** Returns how many brackets are open at once. Those in strings count, because only the compiler knows them. */
function depthOf(code: string): number {
  let open = 0;
  let most = 0;
  for (const character of code) {
    if ('([{'.includes(character)) most = Math.max(most, ++open);
    else if (')]}'.includes(character)) open--;
  }
  return most;
}
