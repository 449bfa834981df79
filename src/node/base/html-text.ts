import { decodeHTMLStrict } from 'entities/decode';

export const decodeEntities: (text: string) => string = decodeHTMLStrict;

/** Returns the text without scripts and styles. Tags separate words, except in code blocks, where tags only color the code. */
export function textOfHtml(html: string): string {
  const text = html
    .replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<pre\b[\s\S]*?<\/pre>/gi, (block) => ` ${block.replace(/<[^>]*>/g, '')} `)
    .replace(/<[^>]*>/g, ' ');
  return decodeEntities(text).replace(/\s+/g, ' ').trim();
}
