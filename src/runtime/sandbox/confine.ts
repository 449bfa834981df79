/**
 * Documents have a new, unguarded global object; `<link>` and `<meta>` open connections early. No policy restricts
 * either.
 */
const CLOSED = 'iframe|frame|object|embed|portal|fencedframe|link|meta';
const NAME = new RegExp(`^((?:.*:)?)((?:${CLOSED}))$`, 'is');
/** In XML, an entity could hide the name of an element, and the name may have a prefix. */
const MARKUP = new RegExp(
  `^(.*?(?:<!(?=ENTITY)|</?(?:[^\\s<>/:]*:)?(?=(?:${CLOSED})(?:[\\s/>]|$))))(([a-z]+).*)$`,
  'is',
);

/** Splits markup at the first tag of a closed element: the text before it, and the text after it. */
const TAG = new RegExp(`^(.*?)</?(?:[^\\s<>/:]*:)?(?:${CLOSED})(?:[\\s/][^>]*)?>(.*)$`, 'is');

/** Constructors that no policy restricts (WebRTC), or that create elements in unguarded ways (XSLT). */
const REMOVED = /^(?:webkit|moz)?RTC|^XSLTProcessor$/;
/** Interfaces with members that convert text to elements. `PARSES` matches these members. */
const PARSERS = ['Element', 'ShadowRoot', 'Document', 'DocumentFragment', 'Range', 'DOMParser'];
const PARSES = /^(?!get).*HTML|^createContextualFragment$|^parseFromString$/;
const COPIES = /^(?:copy|cut)$/i;
/** Methods that receive text in chunks, which cannot be checked. `open` would also remove the listeners for errors. */
const STREAMS = /^stream|^open$|^write(?:ln)?$/;

// Edited code may replace functions that the guards call. So the guards keep the originals, and call nothing through a prototype.
const { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
const { exec } = RegExp.prototype;
const match = (pattern: RegExp, text: string): RegExpExecArray | null => apply(exec, pattern, [text]);

/**
 * Removes what the document's policy does not restrict. Runs before any edited code, and throws if something cannot be
 * removed.
 */
export function confine(notify: (name: string) => void): void {
  const disarmName = (name: string): string => {
    const found = match(NAME, name);
    if (!found) return name;
    notify(`${found[2]}`);
    return `${found[1]}closed-${found[2]}`;
  };
  const disarmMarkup = (markup: string): string => {
    let disarmed = '';
    let rest = markup;
    for (let found = match(MARKUP, rest); found; found = match(MARKUP, rest)) {
      notify(`${found[3]}`);
      disarmed += `${found[1]}closed-`;
      rest = `${found[2]}`;
    }
    return disarmed + rest;
  };

  // A copy of a closed element would be a closed element.
  for (const element of document.querySelectorAll(CLOSED.replaceAll('|', ','))) element.remove();
  for (const name of ownKeys(globalThis)) if (typeof name === 'string' && REMOVED.test(name)) remove(globalThis, name);
  guard(Document.prototype, 'createElement', 0, disarmName);
  guard(Document.prototype, 'createElementNS', 1, disarmName);
  guard(DOMImplementation.prototype, 'createDocument', 1, disarmName);
  guard(Document.prototype, 'execCommand', 2, disarmMarkup);
  // After a press, code could replace what the reader has copied. Firefox applies no policy to `navigator.clipboard`.
  guard(Document.prototype, 'execCommand', 0, (name) => (match(COPIES, name) ? `closed-${name}` : name));
  if ('clipboard' in Navigator.prototype) remove(Navigator.prototype, 'clipboard');
  for (const parser of PARSERS) {
    const made = (globalThis as unknown as Record<string, { prototype: object } | undefined>)[parser];
    for (const owner of made ? [made, made.prototype] : []) {
      for (const name of ownKeys(owner)) {
        if (typeof name !== 'string') continue;
        if (STREAMS.test(name)) remove(owner, name);
        else if (PARSES.test(name)) guard(owner, name, name === 'insertAdjacentHTML' ? 1 : 0, disarmMarkup);
      }
    }
  }
  guardCustomElements(disarmName);
  guardInsertions();
  guardStrings(disarmMarkup);
}

function remove(owner: object, name: string): void {
  if (!deleteProperty(owner, name)) throw new Error(`${name} cannot be taken from this document`);
}

/** Replaces a function or a setter with a version that disarms its text argument. */
function guard(owner: object, name: string, index: number, disarm: (text: string) => string): void {
  const descriptor = getOwnPropertyDescriptor(owner, name);
  const kind = descriptor?.set ? 'set' : 'value';
  const native = descriptor?.[kind];
  if (typeof native !== 'function') return;
  const guarded = {
    // Defined as a method, so that it cannot be called with `new`, like the original.
    [name](this: unknown, ...values: unknown[]): unknown {
      // The value is converted once, because an object may return a different string the next time.
      if (values.length > index && values[index] !== null) values[index] = disarm(`${values[index]}`);
      return apply(native, this, values);
    },
  }[name];
  if (!defineProperty(owner, name, { ...descriptor, [kind]: guarded })) throw new Error(`${name} cannot be guarded`);
}

/** Guards `customElements.define`, because a class that extends a closed element would create one. */
function guardCustomElements(disarm: (name: string) => string): void {
  const { define } = CustomElementRegistry.prototype;
  CustomElementRegistry.prototype.define = function (name, made, options): void {
    const base = options?.extends;
    apply(define, this, [name, made, base === undefined ? {} : { extends: disarm(`${base}`) }]);
  };
}

/**
 * The browser inserts pasted or dropped markup without calling a guarded function. This is not reported, because
 * browsers add a `<meta>` to every copy.
 */
function guardInsertions(): void {
  const dataOf = getOwnPropertyDescriptor(InputEvent.prototype, 'dataTransfer')?.get as () => DataTransfer | null;
  const { getTargetRanges } = InputEvent.prototype;
  const { getData } = DataTransfer.prototype;
  const { preventDefault } = Event.prototype;
  const { execCommand } = document;
  const select = Selection.prototype.setBaseAndExtent;
  const onInput = (event: InputEvent): void => {
    const data = apply(dataOf, event, []);
    const markup = data ? apply(getData, data, ['text/html']) : '';
    const clean = withoutClosed(markup);
    if (clean === markup) return;
    apply(preventDefault, event, []);
    // The selection is where the drag started; the range is where it ended.
    const { 0: range } = apply(getTargetRanges, event, []);
    const selection = getSelection();
    if (range && selection)
      apply(select, selection, [range.startContainer, range.startOffset, range.endContainer, range.endOffset]);
    apply(execCommand, document, ['insertHTML', false, clean]);
  };
  addEventListener('beforeinput', onInput, true);
}

/** The rest may form a closed tag again, as in `<ifr<meta>ame>`. */
function withoutClosed(markup: string): string {
  let clean = '';
  let rest = markup;
  for (let found = match(TAG, rest); found; found = match(TAG, rest)) {
    clean += `${found[1]}`;
    rest = `${found[2]}`;
  }
  return clean + rest;
}

interface PolicyFactory {
  createPolicy(name: string, rules: Record<string, (text: string) => string>): unknown;
}

/** Disarms all parsed text with Trusted Types, if the browser supports them. The document's policy then requires them. */
function guardStrings(disarm: (markup: string) => string): void {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  if (!trustedTypes) return;
  const same = (text: string): string => text;
  trustedTypes.createPolicy('default', { createHTML: disarm, createScript: same, createScriptURL: same });
  // Otherwise, edited code could create a trusted policy.
  remove(globalThis, 'trustedTypes');
}
