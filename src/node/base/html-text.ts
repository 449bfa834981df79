import { decodeHTMLStrict } from 'entities/decode';

/** Text with its character references replaced. */
export const decodeEntities: (text: string) => string = decodeHTMLStrict;

/** Text of HTML that we made ourselves (by React, or from Markdown): scripts and styles are none. */
export function textOfHtml(html: string): string {
  const text = html
    .replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]*>/g, ' ');
  return decodeEntities(text).replace(/\s+/g, ' ').trim();
}
