import { PAYLOADS } from './payloads.ts';

/** Hostile code in a link to an edited demo. */
export interface LinkPayload {
  kind: string;
  name: string;
  /** Text of the demo's entry file. */
  code: string;
}

/** Puts code into a demo where it runs. */
type Carrier = (code: string) => string;

const demo = ({ module = '', render = '', effect = '' }): string => `import { useEffect } from 'react';
${module}
export default function Plain() {
  ${render}
  useEffect(() => {
    ${effect}
  }, []);
  return <p>payload</p>;
}
`;
const text = (code: string): string => JSON.stringify(code);

/** Ways to take the focus of the page. Each works in at least one browser. */
const TAKERS: Record<string, string> = {
  'focus of an input': 'input.focus()',
  'focus of the native prototype': 'Object.getPrototypeOf(HTMLInputElement.prototype).focus.call(input)',
  'focus of an element with a tab index': 'box.focus()',
  'focus of the window': 'window.focus()',
  'focus of window and input': 'window.focus(); input.focus()',
  'a modal dialog': 'dialog.close(); dialog.showModal()',
  'a dialog': 'dialog.close(); dialog.show()',
  'the validity of an input': 'input.value = ""; input.reportValidity()',
  'the validity of a form': 'input.value = ""; form.reportValidity()',
  'a submitted form': 'input.value = ""; form.requestSubmit()',
  'the selection of an input': 'input.value = "x"; input.select()',
  'a click on a label': 'label.click()',
  'an address': 'location.hash = ""; location.hash = "taker"',
  'an address, replaced': 'location.replace("#"); location.replace("#taker")',
  'a link': 'link.click()',
  'an autofocus in a popover': 'popover.hidePopover(); popover.showPopover()',
  'an autofocus in markup': 'popover.innerHTML = "<input autofocus>"',
  'focus of SVG': 'svg.focus()',
  'a search in the text': 'window.find("payload")',
  'a selection': 'getSelection().selectAllChildren(editable); editable.focus()',
};
const SCHEDULES: Record<string, Carrier> = {
  once: (code) => code,
  'every 20 ms': (code) => `setInterval(() => { ${code} }, 20);`,
  'every frame': (code) => `const again = () => { requestAnimationFrame(again); ${code} }; again();`,
  'whenever it loses it': (code) => `addEventListener('blur', () => setTimeout(() => { ${code} })); ${code}`,
  later: (code) => `setTimeout(() => { ${code} }, 1800);`,
  'later, every 20 ms': (code) => `setTimeout(() => setInterval(() => { ${code} }, 20), 1800);`,
};
/** Creates the elements that `TAKERS` uses. */
const PROPS = `const make = (name, props, parent = document.body) => parent.appendChild(Object.assign(document.createElement(name), props));
    const form = make('form', { onsubmit: () => false });
    const input = make('input', { id: 'taker', required: true }, form);
    const label = make('label', { htmlFor: 'taker', textContent: 'label' });
    const link = make('a', { href: '#taker', textContent: 'link' });
    const box = make('div', { tabIndex: 0 });
    const editable = make('div', { contentEditable: 'true', textContent: 'text' });
    const dialog = make('dialog', { innerHTML: '<input>' });
    const popover = make('div', { popover: 'auto', innerHTML: '<input autofocus>' });
    const svg = document.body.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
    svg.setAttribute('tabindex', '0');`;

const LOOPS: Record<string, string> = {
  for: 'for (;;);',
  while: 'while (true) {}',
  'do while': 'do {} while (true)',
  'for of': 'for (const value of (function* () { for (;;) yield 1; })()) value;',
  'an iterator': 'for (const value of { [Symbol.iterator]: () => ({ next: () => ({}) }) }) value;',
  'a loop that catches': 'for (;;) try { for (;;); } catch {}',
  'a loop that goes on': 'outer: for (;;) try { for (;;); } finally { continue outer; }',
  recursion: 'const f = (n) => n ? f(n - 1) + f(n - 1) : 0; f(99);',
  'a callback': 'Array.from({ length: 4e9 }, () => 1);',
};
const CARRIERS: Record<string, Carrier> = {
  'a module': (code) => demo({ module: code }),
  'a component': (code) => demo({ render: code }),
  'an effect': (code) => demo({ effect: code }),
  'a timer': (code) => demo({ effect: `setInterval(() => { ${code} }, 10);` }),
  'a promise': (code) => demo({ effect: `Promise.resolve().then(() => { ${code} });` }),
  eval: (code) => demo({ effect: `eval(${text(code)});` }),
  'indirect eval': (code) => demo({ effect: `const run = eval; run(${text(code)});` }),
  'eval in eval': (code) => demo({ effect: `eval(${text(`eval(${text(code)})`)});` }),
  Function: (code) => demo({ effect: `Function(${text(code)})();` }),
  'a constructor': (code) => demo({ effect: `(() => {}).constructor(${text(code)})();` }),
  'an async constructor': (code) => demo({ effect: `(async () => {}).constructor(${text(code)})();` }),
  'a constructor of generators': (code) => demo({ effect: `[...(function* () {}).constructor(${text(code)})()];` }),
  'a timer of text': (code) => demo({ effect: `setTimeout(${text(code)}, 100);` }),
  'an interval of text': (code) => demo({ effect: `setInterval(${text(code)}, 10);` }),
};

const CHAINS: Record<string, string> = {
  'a then': 'const f = () => Promise.resolve().then(f); f();',
  catch: 'const f = () => Promise.reject().catch(f); f();',
  finally: 'const f = () => Promise.resolve().finally(f); f();',
  'then, both ways': 'const f = () => Promise.resolve().then(f, f); f().then(f, f);',
  await: 'const f = async () => { await 0; f(); }; f();',
  'a returned await': 'const f = async () => { await 0; return f(); }; f();',
  'await in a loop': '(async () => { for (;;) await 0; })();',
  'for await': '(async () => { for await (const x of (async function* () { for (;;) yield 1; })()) x; })();',
  queueMicrotask: 'const f = () => queueMicrotask(f); f();',
  'queueMicrotask, twice': 'const f = () => { queueMicrotask(f); queueMicrotask(f); }; f();',
  'a thenable': 'const t = { then(done) { done(t); } }; Promise.resolve(t);',
  'a mutation':
    'const o = new MutationObserver(() => { document.body.dataset.n = Math.random(); }); o.observe(document.body, { attributes: true }); document.body.dataset.n = 1;',
  'a rejection': 'addEventListener("unhandledrejection", () => Promise.reject()); Promise.reject();',
  'await in text': 'Function("const f = async () => { await 0; f(); }; f();")();',
};

/** Attempts to disable the guards. */
const TAMPERING: Record<string, string> = {
  'another clock': 'performance.now = () => 0; Performance.prototype.now = () => 0; Date.now = () => 0;',
  'another guard': 'try { Object.defineProperty(globalThis, "cascader" + "Loop", { value() {} }); } catch {}',
  'a deleted guard': 'try { delete globalThis["cascader" + "Loop"]; } catch {}',
  'another error': 'globalThis.Error = function () { return 1; };',
  'another channel': 'MessagePort.prototype.postMessage = () => {}; globalThis.MessageChannel = function () {};',
  'another compiler': 'globalThis.cascaderCompiler = { compile: (_, code) => ({ code }) };',
  'another Reflect': 'Reflect.apply = () => {}; Reflect.construct = () => {};',
  'another bind':
    'Function.prototype.bind = () => () => {}; Function.prototype.call = () => {}; Function.prototype.apply = () => {};',
  'another toString': 'Function.prototype.toString = () => "function () {}";',
  'another JSON': 'JSON.stringify = () => \'{"type":"pong"}\'; JSON.parse = () => ({});',
  'a toJSON': 'Object.prototype.toJSON = () => ({ type: "pong" });',
  'other events': 'Event.prototype.preventDefault = () => {}; EventTarget.prototype.addEventListener = () => {};',
  'forged presses':
    'setInterval(() => { for (const type of ["pointerdown", "mousedown", "touchstart"]) window.dispatchEvent(new Event(type)); input?.select(); }, 20);',
  'messages to the page':
    'setInterval(() => { for (const data of [true, "true", { type: "pong" }]) parent.postMessage(data, "*"); }, 5);',
};

const NATIVE: Record<string, string> = {
  'a regular expression': '/^(a+)+$/.test("a".repeat(60) + "b");',
  'a list without end': '[].indexOf.call({ length: 2 ** 53 - 1 }, 1);',
  'a list of four billion': 'Array.from({ length: 4e9 });',
  WebAssembly:
    'new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from([0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,9,1,7,0,3,64,12,0,11,11]))).exports.f();',
};

/** Payloads by their name. */
type Named = Record<string, string>;

const product = (left: Named, right: Record<string, Carrier>, make: Carrier = (code) => code): Named =>
  Object.fromEntries(
    Object.entries(left).flatMap(([one, code]) =>
      Object.entries(right).map(([other, carry]) => [`${one}, ${other}`, make(carry(code))]),
    ),
  );
const each = (codes: Named, make: Carrier): Named =>
  Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, make(code)]));
const ofKind = (kind: string, codes: Named): LinkPayload[] =>
  Object.entries(codes).map(([name, code]) => ({ kind, name, code }));

/** More than 300 payloads, grouped by kind. */
export const LINK_PAYLOADS: readonly LinkPayload[] = [
  ...ofKind(
    'that takes the focus',
    product(TAKERS, SCHEDULES, (effect) => demo({ effect: `${PROPS}\n    ${effect}` })),
  ),
  ...ofKind('with an endless loop', product(LOOPS, CARRIERS)),
  ...ofKind(
    'with an endless chain of promises',
    each(CHAINS, (effect) => demo({ effect })),
  ),
  ...ofKind(
    'that tampers with its frame',
    each(TAMPERING, (code) => demo({ effect: `${PROPS}\n    ${code} for (;;);` })),
  ),
  ...ofKind(
    'with markup that runs code',
    Object.fromEntries(
      PAYLOADS.map((payload) => [
        payload,
        demo({
          effect: `document.body.append(Object.assign(document.createElement('div'), { innerHTML: ${text(payload)} }));`,
        }),
      ]),
    ),
  ),
];

/** Loops inside the browser, which hang the page in Firefox and Safari. `SECURITY.md` lists them. */
export const NATIVE_PAYLOADS: readonly LinkPayload[] = ofKind(
  'with an endless loop of the browser',
  each(NATIVE, (effect) => demo({ effect })),
);
