/** Inline scripts. Scripts in the head run before any style sheet is loaded. The CSP contains their hashes. */
import { markColorCode } from './color-marks.ts';
import {
  CHOICE_ATTRIBUTE,
  CODE_TABS_ATTRIBUTE,
  COLOR_ATTRIBUTE,
  EDITOR_CLASS,
  ENHANCE_QUERY_ATTRIBUTE,
  ENTRY_ATTRIBUTE,
  FAILED_ATTRIBUTE,
  READY_ATTRIBUTE,
  TITLE_ATTRIBUTE,
} from './dom-contract.ts';
import type { MovedAnchors } from './moved-anchors.ts';
import { COLOR_STORAGE_KEY, type PrefersColor, TABS_STORAGE_KEY } from './page-data.ts';

export const RELOAD_STORAGE_KEY = 'cascader-docs:reloaded';

/**
 * Sets the color scheme before the first paint. Without a switch, the storage is not read. In a frame of the site, the
 * page around it decides; on a demo's own page, `?theme=` decides.
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
 * Reloads once per URL if an entry (boot, a style sheet) cannot be loaded, as after a redeploy, and only if the storage provably
 * works. Does not reload offline, or while a demo is edited, because the text would be lost. The failed entry is marked.
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

/** Shows the panel whose title was chosen last. The script is inside the group, so that no other panel is painted first. */
export const TABS_SCRIPT: string =
  `(function(g){var s=[],t=g.querySelectorAll(":scope>[${CODE_TABS_ATTRIBUTE}]>*"),p=g.querySelectorAll(":scope>[${TITLE_ATTRIBUTE}]"),n=0,b=1/0;` +
  `try{s=(localStorage.getItem(${quote(TABS_STORAGE_KEY)})||"").split("\\n")}catch(e){}` +
  't.forEach(function(e,i){var k=s.indexOf(e.textContent);if(k>=0&&k<b){b=k;n=i}});' +
  't.forEach(function(e,i){e.setAttribute("aria-selected",i===n);if(i!==n)p[i].setAttribute("hidden","until-found")});' +
  `g.setAttribute("${READY_ATTRIBUTE}","")})(document.currentScript.parentNode)`;

/** Starts the script of an element if the URL has a query: immediately, and when the URL changes. */
export const QUERY_SCRIPT: string =
  '(function(f){["DOMContentLoaded","popstate","hashchange"].forEach(function(t){addEventListener(t,f)})})(function(){' +
  `if(location.search)document.querySelectorAll("[${ENHANCE_QUERY_ATTRIBUTE}]").forEach(function(e){` +
  'e.dispatchEvent(new Event("input",{bubbles:true}))})})';

/**
 * Opens the page that now has the anchor in the URL, immediately and when the hash changes. Client-side navigation may
 * show another page in this document.
 */
export function movedScript(moved: MovedAnchors): string {
  return (
    '(function(m,p){function f(){if(p()!==f.p)return;var h=location.hash;try{h=decodeURIComponent(h)}catch(e){}' +
    'm.forEach(function(r){if(RegExp("^#(?:"+r[0]+")$").test(h))location.replace(r[1]+location.hash)})}' +
    `f.p=p();f();addEventListener("hashchange",f)})(${JSON.stringify(moved).replace(/</g, '\\u003c')},` +
    'function(){return location.pathname.replace(/\\/$/,"")})'
  );
}

/** Opens the page of a story for a Storybook URL, such as `/?path=/story/button--primary`. */
export function storyScript(href: string): string {
  return `if(/[?&]path=(\\/|%2F)(story|docs)\\1/i.test(location.search))location.replace(${quote(href)}+location.search)`;
}

/** Returns a JavaScript string literal that is safe inside `<script>`. */
function quote(text: string): string {
  return JSON.stringify(text).replace(/</g, '\\u003c');
}
