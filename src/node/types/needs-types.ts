import type { CompiledPage } from '../markdown/types.ts';

/** True for a page that may ask for types: a look at its source, which is right about every page that does. */
export function mayNeedTypes(source: string): boolean {
  // Most pages are known to ask for none before what is code in them is looked for.
  if (!mayAsk(source)) return false;
  return mayAsk(source.replace(/^[ \t]*(`{3,}|~{3,})[\s\S]*?^[ \t]*\1/gm, '').replace(/`[^`\n]*`/g, ''));
}

/** By a tag, or by a table of names below the name of an export. */
function mayAsk(text: string): boolean {
  return /<API\b/.test(text) || (NAME_HEADING.test(text) && NAME_TABLE.test(text));
}

const NAME_HEADING = /^#{1,6}[ \t]+[A-Z]\S*[ \t]*$/m;
const NAME_TABLE = /^\|?[ \t]*(?:Name|Property)[ \t]*\|/im;

/** True for a compiled page that does ask. */
export function needsTypes({ apis, nameTables }: CompiledPage): boolean {
  return apis !== undefined || nameTables !== undefined;
}
