import type { CompiledPage } from '../compile/types.ts';

/** True for a page that may ask for types: a look at its source, which is right about every page that does. */
export function mayNeedTypes(source: string): boolean {
  if (!source.includes('<API') && !/^\|?[ \t]*(?:Name|Property)[ \t]*\|/im.test(source)) return false;
  const text = source.replace(/^[ \t]*(`{3,}|~{3,})[\s\S]*?^[ \t]*\1/gm, '').replace(/`[^`\n]*`/g, '');
  return (
    /<API\b/.test(text) ||
    (/^#{1,6}[ \t]+[A-Z]\S*[ \t]*$/m.test(text) && /^\|?[ \t]*(?:Name|Property)[ \t]*\|/im.test(text))
  );
}

/** True for a compiled page that does ask. */
export function needsTypes({ apis, nameTables }: CompiledPage): boolean {
  return apis !== undefined || nameTables !== undefined;
}
