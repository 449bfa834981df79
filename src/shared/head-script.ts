/** Scripts that stand in the document's head, as text: they run before any style sheet, and their hash is in the CSP. */
import { markColorCode } from './color-marks.ts';
import { EDITOR_CLASS } from './dom-contract.ts';
import {
  CHOICE_ATTRIBUTE,
  COLOR_ATTRIBUTE,
  COLOR_STORAGE_KEY,
  FAILED_ATTRIBUTE,
  type PrefersColor,
  TABS_STORAGE_KEY,
} from './page-data.ts';

/** Session storage key with the addresses for which the page was reloaded, separated by spaces. */
export const RELOAD_STORAGE_KEY = 'cascader-docs:reloaded';

/**
 * Script that puts `light` or `dark` on the root element before the first paint, with the class and the attribute that
 * the site configures: the stored preference, else the default; `auto` asks the system. Without a switch nothing can have been chosen and the storage is not read. In a frame
 * of the site the page around it decides, and on a demo's own page `?theme=`.
 */
export function colorScript(prefersColor: PrefersColor): string {
  const stored = prefersColor.switch ? `try{p=localStorage.getItem(${quote(COLOR_STORAGE_KEY)})||p}catch(e){}` : '';
  return (
    `(function(){var p=${quote(prefersColor.default)},a=${quote(COLOR_ATTRIBUTE)},d=document.documentElement;${stored}` +
    `d.setAttribute(${quote(CHOICE_ATTRIBUTE)},/^(dark|auto)$/.test(p)?p:"light");` +
    'try{p=parent.document.documentElement.getAttribute(a)||p}catch(e){}' +
    'try{p=(/\\/~demos\\/[^#]*[?&]theme=(dark|light)\\b/.exec(location.href)||[0,p])[1];' +
    'if(p==="auto")p=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"}catch(e){}' +
    `p=p==="dark"?p:"light";d.setAttribute(a,p);${markColorCode('d', 'p', prefersColor).join('')}})()`
  );
}

/**
 * Script that reloads the page when an entry (an element with `data-entry`: boot, a style sheet) cannot be loaded, as
 * happens after a redeploy: once an address, not offline, not while a demo is edited, whose text would be lost, and only when
 * the storage proves that it remembers. Its
 * function `cascaderDocsReload` does so for other addresses, and tells whether it does. The entry is marked: what needs it
 * can tell that it is missing.
 */
export function recoverScript(): string {
  return (
    `function cascaderDocsReload(u){if(navigator.onLine!==false&&!document.querySelector(${quote(`.${EDITOR_CLASS}`)}))` +
    `try{var s=sessionStorage,k=${quote(RELOAD_STORAGE_KEY)},v=s.getItem(k)||"",h=function(){` +
    'return(s.getItem(k)||"").split(" ").indexOf(u)>=0};' +
    'if(h())return false;s.setItem(k,v+" "+u);if(h()){location.reload();return true}}catch(x){}return false}' +
    'addEventListener("error",function(e){var t=e.target;' +
    `if(t&&t.hasAttribute&&t.hasAttribute("data-entry")){t.setAttribute(${quote(FAILED_ATTRIBUTE)},"");` +
    'cascaderDocsReload(t.src||t.href)}},true)'
  );
}

/**
 * Script at the end of a group of panels: shows the panel of which the title was chosen last. It stands in the group, so that no
 * other panel is painted before.
 */
export const TABS_SCRIPT: string =
  '(function(g){var s=[],t=g.querySelectorAll(":scope>[data-code-tabs]>*"),p=g.querySelectorAll(":scope>[data-title]"),n=0,b=1/0;' +
  `try{s=(localStorage.getItem(${quote(TABS_STORAGE_KEY)})||"").split("\\n")}catch(e){}` +
  't.forEach(function(e,i){var k=s.indexOf(e.textContent);if(k>=0&&k<b){b=k;n=i}});' +
  't.forEach(function(e,i){e.setAttribute("aria-selected",i===n);if(i!==n)p[i].setAttribute("hidden","until-found")});' +
  'g.setAttribute("data-ready","")})(document.currentScript.parentNode)';

/** As a JavaScript string that is safe inside `<script>`. */
function quote(text: string): string {
  return JSON.stringify(text).replace(/</g, '\\u003c');
}
