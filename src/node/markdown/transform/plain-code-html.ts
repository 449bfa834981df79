import { CODE_BLOCK_CLASS, CODE_LANGUAGE_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import { parseFenceInfo } from '../parse/fence-info.ts';
import { highlight } from './highlight.ts';
import { languageIn } from './language-names.ts';

/**
 * For code outside of a page's text, such as in a doc comment: no caption, marks or copy button. `info` is the text
 * after the fence.
 */
export function plainCodeHtml(code: string, info: string): string {
  const lang = languageIn(parseFenceInfo(info, ''));
  const attribute = lang && ` ${CODE_LANGUAGE_ATTRIBUTE}="${lang}"`;
  const name = lang && ` role="group" aria-label="${lang}"`;
  return `<div class="${CODE_BLOCK_CLASS}"${attribute}><pre tabindex="0"${name}><code${lang && ` class="language-${lang}"`}>${highlight(code, lang)}</code></pre></div>`;
}
