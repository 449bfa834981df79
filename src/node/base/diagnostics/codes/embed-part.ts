/** Returns a note for a file whose heading does not fit into the page that embeds the file. */
export function embedPart(embeddedBy: string | undefined): string[] {
  return embeddedBy === undefined
    ? []
    : [`\`${embeddedBy}\` embeds this file. To embed only part of it, write \`#L3-\` after the file name`];
}
