import { EXPORT_FAULT } from '../../../shared/demo-export.ts';

/** Messages of components that can render only in a browser. Their demos render only there, which is not an error. */
const BROWSER_ONLY = [
  'Unable to find node on an unmounted component',
  '#188',
  'Portals are not currently supported by the server renderer',
  '#257',
];

export function isBrowserOnly(message: string): boolean {
  return BROWSER_ONLY.some((known) => message.includes(known));
}

/** Returns true for an error with the same cause in every context: a component or a package that needs a browser. */
export function needsBrowser(message: string): boolean {
  return isBrowserOnly(message) || /^\w+ is not defined$/.test(message);
}

/** Browser globals that the renderer lacks. Other names of the same form, such as `TextField`, are missing imports. */
const GLOBALS = new Set(
  `window document navigator location history screen self parent top frames opener localStorage sessionStorage indexedDB caches
  customElements visualViewport matchMedia getComputedStyle getSelection requestAnimationFrame cancelAnimationFrame
  requestIdleCallback cancelIdleCallback alert confirm prompt open close print scroll scrollTo scrollBy scrollX scrollY
  pageXOffset pageYOffset innerWidth innerHeight outerWidth outerHeight devicePixelRatio addEventListener removeEventListener
  dispatchEvent postMessage createImageBitmap Image Audio Option Node NodeList NodeFilter Element Text Comment Attr Document
  DocumentFragment ShadowRoot Range Selection StaticRange TreeWalker ResizeObserver IntersectionObserver MutationObserver
  PerformanceObserver FormData File FileList FileReader Worker SharedWorker WebSocket EventSource BroadcastChannel Notification
  DataTransfer Clipboard ClipboardItem ImageData Path2D OffscreenCanvas XMLHttpRequest XMLSerializer XPathResult DOMParser
  DOMException DOMRect DOMRectReadOnly DOMPoint DOMMatrix DOMTokenList DOMStringMap CSS CSSStyleSheet CSSStyleDeclaration
  StyleSheet CustomEvent UIEvent MouseEvent PointerEvent KeyboardEvent TouchEvent Touch WheelEvent FocusEvent InputEvent DragEvent
  ClipboardEvent CompositionEvent AnimationEvent TransitionEvent ErrorEvent MessageEvent PopStateEvent StorageEvent Animation
  KeyframeEffect AudioContext OfflineAudioContext MediaRecorder MediaSource MediaStream MediaQueryList SpeechSynthesisUtterance
  speechSynthesis WebGLRenderingContext WebGL2RenderingContext CanvasRenderingContext2D RTCPeerConnection ValidityState FontFace
  EyeDropper Storage StorageManager MessagePort ServiceWorker trustedTypes`.split(/\s+/),
);
const GLOBAL_FAMILIES = /^(?:HTML|SVG|MathML)\w*Element$|^IDB[A-Z]\w+$/;

/** Properties of browser objects whose names have hardly any other use. */
const MEMBERS = new Set(
  `window document navigator location localStorage sessionStorage indexedDB customElements visualViewport matchMedia
  getComputedStyle getSelection requestAnimationFrame cancelAnimationFrame requestIdleCallback innerWidth innerHeight
  devicePixelRatio addEventListener removeEventListener ResizeObserver IntersectionObserver MutationObserver getItem setItem
  removeItem userAgent createElement createElementNS createTextNode documentElement body cookie querySelector querySelectorAll
  getElementById getBoundingClientRect ownerDocument defaultView activeElement`.split(/\s+/),
);

const isGlobal = (name: string): boolean => GLOBALS.has(name) || GLOBAL_FAMILIES.test(name);
const isMember = (name: string): boolean => MEMBERS.has(name);

/** Messages about a browser global or its property, with a test for the name in the first group. */
const ABOUT_BROWSERS: [message: RegExp, isOfBrowser: (name: string) => boolean][] = [
  [/^(\w+) is (?:not defined|undefined|not available)$/, isGlobal],
  [/^(?:globalThis\.)?(\w+)[\w.]* is not a (?:function|constructor)$/, isGlobal],
  [/^Cannot (?:read|set) properties of (?:undefined|null) \((?:reading|setting) '(\w+)'\)/, isMember],
  [/^Cannot destructure property '\w+' of '(?:globalThis\.)?(\w+)/, isGlobal],
];

/** Errors that occur only on the server. */
const OF_SERVER = [
  // React, in words and as a code: `useSyncExternalStore` without a value for the server.
  /Missing getServerSnapshot|#407\b/,
  /took longer|ended its process/,
  // The export may have a value only in browsers.
  new RegExp(EXPORT_FAULT),
  // Node.js may not support the syntax of newer browsers, and engines have different limits.
  /^Invalid regular expression|nested too deeply for the JavaScript engine/,
  // `fetch` with a URL that is relative to the page.
  /^Failed to parse URL from|^fetch failed$/,
];

/** Returns true if a demo may render in a browser, although it threw this error on the server. */
export function mayNeedBrowser(message: string): boolean {
  const isOfBrowser = ABOUT_BROWSERS.some(([pattern, test]) => test(pattern.exec(message)?.[1] ?? ''));
  return isOfBrowser || OF_SERVER.some((pattern) => pattern.test(message));
}

/** Error message of React's production build: a code, and a URL that explains it. */
const CODED = /Minified React error #(\d+); visit (\S+).*/s;

/** Returns true if a message is a code for which React's development build contains a message. */
export function isCoded(message: string): boolean {
  return CODED.test(message);
}

/** Shortens a message with a code, for use if the text is not available. */
export function shortenCoded(message: string): string {
  return message.replace(CODED, 'React error $1, explained at $2');
}
