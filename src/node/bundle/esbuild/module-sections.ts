/** esbuild moves hoisted code out of a module's function into a separate section. */
export interface ModuleSection {
  /** Name in the metafile. Empty for the code before the first module. */
  name: string;
  /** Whole lines, without the one with the name. */
  text: string;
}

/**
 * A line in the author's strings may look like a module name, so callers must verify names. `indent` is 2 within a
 * function (format `iife`).
 */
export function sectionsOf(code: string, indent: 0 | 2): ModuleSection[] {
  const sections: ModuleSection[] = [{ name: '', text: '' }];
  const mark = new RegExp(`^ {${indent}}// (\\S.*)\\n?$`);
  for (const line of code.split(/(?<=\n)/)) {
    const name = mark.exec(line)?.[1];
    const last = sections.at(-1);
    if (name !== undefined) sections.push({ name, text: '' });
    else if (last) last.text += line;
  }
  return sections;
}
