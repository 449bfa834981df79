/**
 * Globals of a browser without a document, for a demo worker. Every object of the browser is a stub, whose properties are stubs. The
 * HTML that demos render with them is not used, but rendering shows how they begin in a browser.
 */

/** Properties of nodes that loops walk along. Without an end, such a loop would not end. */
const NOTHING = new Set<PropertyKey>([
  ...['parentNode', 'parentElement', 'offsetParent', 'firstChild', 'lastChild', 'nextSibling', 'previousSibling'],
  ...['firstElementChild', 'lastElementChild', 'nextElementSibling', 'previousElementSibling', 'activeElement'],
  'then',
]);
const OBJECTS = ['document', 'navigator', 'history', 'screen', 'localStorage', 'sessionStorage', 'customElements'];
const FUNCTIONS = ['matchMedia', 'getComputedStyle', 'requestAnimationFrame', 'cancelAnimationFrame', 'getSelection'];
const CLASSES = [
  ...['Node', 'Element', 'HTMLElement', 'SVGElement', 'HTMLInputElement', 'ShadowRoot', 'Document', 'DocumentFragment'],
  ...['ResizeObserver', 'MutationObserver', 'IntersectionObserver', 'Image', 'CSSStyleSheet', 'DOMParser'],
];

/** Returns the globals of a browser by name, except for those that are the global object itself. */
export function createBrowserGlobals(): Record<string, unknown> {
  return {
    ...Object.fromEntries([...OBJECTS, ...FUNCTIONS].map((name) => [name, createStub()])),
    ...Object.fromEntries(CLASSES.map((name) => [name, class {}])),
    location: new URL('http://localhost/'),
    innerWidth: 1280,
    innerHeight: 800,
    devicePixelRatio: 1,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => true,
    scrollTo: () => undefined,
  };
}

/** Creates an object that has all properties, and that can be called. */
function createStub(): object {
  const own = new Map<PropertyKey, unknown>();
  const call = function stub() {};
  return new Proxy(call, {
    get(_target, key) {
      if (NOTHING.has(key)) return null;
      if (key === Symbol.toPrimitive) return () => '';
      if (key === Symbol.iterator) return [][Symbol.iterator];
      if (key === 'length') return 0;
      if (!own.has(key)) own.set(key, createStub());
      return own.get(key);
    },
    set(_target, key, value) {
      own.set(key, value);
      return true;
    },
    defineProperty: () => true,
    deleteProperty: (_target, key) => own.delete(key) || true,
    apply: createStub,
    construct: createStub,
  });
}
