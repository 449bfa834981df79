/** Scripts that stand in the document's head, as text: they run before any style sheet, and their hash is in the CSP. */
import { markColorCode } from './color-marks.ts';
import {
  CHOICE_ATTRIBUTE,
  CODE_TABS_ATTRIBUTE,
  COLOR_ATTRIBUTE,
  EDITOR_CLASS,
  ENTRY_ATTRIBUTE,
  FAILED_ATTRIBUTE,
  READY_ATTRIBUTE,
  TITLE_ATTRIBUTE,
} from './dom-contract.ts';
import { COLOR_STORAGE_KEY, type PrefersColor, TABS_STORAGE_KEY } from './page-data.ts';

/** Session storage key with the addresses for which the page was reloaded, separated by spaces. */
export const RELOAD_STORAGE_KEY = 'cascader-docs:reloaded';

/**
 * Script that sets `light` or `dark` on the root element before the first paint, with the class and the attribute that the
 * site configures. It uses the stored preference, else the default; `auto` is the system's colour scheme. Without a switch, the
 * storage is not read. In a frame of the site the page around it decides, and on a demo's own page `?theme=`.
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
 * Script that reloads the page when an entry (boot, a style sheet) cannot be loaded, as
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
    `if(t&&t.hasAttribute&&t.hasAttribute(${quote(ENTRY_ATTRIBUTE)})){t.setAttribute(${quote(FAILED_ATTRIBUTE)},"");` +
    'cascaderDocsReload(t.src||t.href)}},true)'
  );
}

/**
 * Script at the end of a group of panels: shows the panel whose title was chosen last. It is inside the group, so that no other
 * panel is painted before.
 */
export const TABS_SCRIPT: string =
  `(function(g){var s=[],t=g.querySelectorAll(":scope>[${CODE_TABS_ATTRIBUTE}]>*"),p=g.querySelectorAll(":scope>[${TITLE_ATTRIBUTE}]"),n=0,b=1/0;` +
  `try{s=(localStorage.getItem(${quote(TABS_STORAGE_KEY)})||"").split("\\n")}catch(e){}` +
  't.forEach(function(e,i){var k=s.indexOf(e.textContent);if(k>=0&&k<b){b=k;n=i}});' +
  't.forEach(function(e,i){e.setAttribute("aria-selected",i===n);if(i!==n)p[i].setAttribute("hidden","until-found")});' +
  `g.setAttribute("${READY_ATTRIBUTE}","")})(document.currentScript.parentNode)`;

/** As a JavaScript string that is safe inside `<script>`. */
function quote(text: string): string {
  return JSON.stringify(text).replace(/</g, '\\u003c');
}
