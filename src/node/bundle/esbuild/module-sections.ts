/** A script of the bundler's, taken apart at the lines by which it names each module before its code. */

/** The code of one module, or a part of it: what a function holds back stands apart. */
export interface ModuleSection {
  /** As the metafile has it; empty for what stands before the first module. */
  name: string;
  /** Whole lines, without the one with the name. */
  text: string;
}

/**
 * Takes a script apart. A line in a text of the author's may look like a name: who goes by one makes sure of it.
 *
 * @param code not minified
 * @param indent spaces before the name: 2 within a function, as in scripts of the format `iife`
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
