/** Returns a note for a file whose heading does not fit into the page that embeds the file. */
export function embedPart(embeddedBy: string | undefined): string[] {
  return embeddedBy === undefined
    ? []
    : [`\`${embeddedBy}\` embeds this file; it can embed a part of it, as in \`#L3-\` behind the name`];
}
