/** Returns the note on a file that a page embeds, and that has a heading which does not fit there. */
export function embedPart(embeddedBy: string | undefined): string[] {
  return embeddedBy === undefined
    ? []
    : [`\`${embeddedBy}\` embeds this file; it can embed a part of it, as in \`#L3-\` behind the name`];
}
