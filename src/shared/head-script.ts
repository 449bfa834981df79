/** Scripts that stand in the document's head, as text: they run before any style sheet, and their hash is in the CSP. */
import { COLOR_ATTRIBUTE, COLOR_STORAGE_KEY, type ColorPreference } from './page-data.ts';

/** Session storage key with the addresses for which the page was reloaded, separated by spaces. */
export const RELOAD_STORAGE_KEY = 'cascader-docs:reloaded';

/**
 * Script that puts `light` or `dark` on the root element before the first paint: the stored preference, else the
 * default; `auto` asks the system. Without a switch nothing can have been chosen and the storage is not read.
 */
export function colorScript(prefersColor: { default: ColorPreference; switch: boolean }): string {
  const stored = prefersColor.switch ? `try{p=localStorage.getItem(${quote(COLOR_STORAGE_KEY)})||p}catch(e){}` : '';
  return (
    `(function(){var p=${quote(prefersColor.default)};${stored}` +
    `try{if(p==="auto")p=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"}catch(e){}` +
    `document.documentElement.setAttribute(${quote(COLOR_ATTRIBUTE)},p==="dark"?"dark":"light")})()`
  );
}

/**
 * Script that reloads the page when an entry (an element with `data-entry`: boot, a style sheet) cannot be loaded, as
 * happens after a redeploy: once an address, not offline, and only when the storage proves that it remembers.
 */
export function recoverScript(): string {
  return (
    '(function(){addEventListener("error",function(e){var t=e.target;' +
    'if(!t||!t.hasAttribute||!t.hasAttribute("data-entry")||navigator.onLine===false)return;' +
    `try{var s=sessionStorage,k=${quote(RELOAD_STORAGE_KEY)},u=t.src||t.href,v=s.getItem(k)||"";` +
    'if(v.split(" ").indexOf(u)>=0)return;s.setItem(k,v+" "+u);' +
    'if((s.getItem(k)||"").split(" ").indexOf(u)>=0)location.reload()}catch(x){}},true)})()'
  );
}

/** As a JavaScript string that is safe inside `<script>`. */
function quote(text: string): string {
  return JSON.stringify(text).replace(/</g, '\\u003c');
}
