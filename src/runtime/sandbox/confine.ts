/**
 * Elements that edited code cannot make. Those that hold a document have a global object as the browser made it, with all
 * that was taken from this one. A `<link>` connects to hosts in advance, and a `<meta>` turns on that names are looked up
 * in advance: no policy is asked. They become elements without a meaning.
 */
const CLOSED = 'iframe|frame|object|embed|portal|fencedframe|link|meta';
const NAME = new RegExp(`^((?:.*:)?)((?:${CLOSED}))$`, 'is');
/** In XML an entity could hide the name of an element, and a prefix stand before it. */
const MARKUP = new RegExp(
  `^(.*?(?:<!(?=ENTITY)|</?(?:[^\\s<>/:]*:)?(?=(?:${CLOSED})(?:[\\s/>]|$))))(([a-z]+).*)$`,
  'is',
);

/** Splits markup at the first tag of a closed element: the text before it, and the text after it. */
const TAG = new RegExp(`^(.*?)</?(?:[^\\s<>/:]*:)?(?:${CLOSED})(?:[\\s/][^>]*)?>(.*)$`, 'is');

/** Constructors that no policy governs (WebRTC), or that make elements in ways of their own (XSLT). */
const REMOVED = /^(?:webkit|moz)?RTC|^XSLTProcessor$/;
/** Interfaces with ways from text to elements: those that have HTML in their names, and these. */
const PARSERS = ['Element', 'ShadowRoot', 'Document', 'DocumentFragment', 'Range', 'DOMParser'];
const PARSES = /^(?!get).*HTML|^createContextualFragment$|^parseFromString$/;
/** Those that get their text in pieces, which cannot be looked through; `open` would also end what listens for faults. */
const STREAMS = /^stream|^open$|^write(?:ln)?$/;

// Edited code may replace what the guards call: they keep what they need, and call nothing by way of a prototype.
const { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
const { exec } = RegExp.prototype;
const match = (pattern: RegExp, text: string): RegExpExecArray | null => apply(exec, pattern, [text]);

/**
 * Takes from this document what its policy does not govern: WebRTC, connections in advance, and child frames, from which
 * it could all be had again. Runs before any edited code, and throws when something cannot be taken.
 *
 * @param tell told the name of an element that edited code has tried to make
 */
export function confine(tell: (name: string) => void): void {
  const disarmName = (name: string): string => {
    const found = match(NAME, name);
    if (!found) return name;
    tell(`${found[2]}`);
    return `${found[1]}closed-${found[2]}`;
  };
  const disarmMarkup = (markup: string): string => {
    let disarmed = '';
    let rest = markup;
    for (let found = match(MARKUP, rest); found; found = match(MARKUP, rest)) {
      tell(`${found[3]}`);
      disarmed += `${found[1]}closed-`;
      rest = `${found[2]}`;
    }
    return disarmed + rest;
  };

  // A copy of one would be one.
  for (const element of document.querySelectorAll(CLOSED.replaceAll('|', ','))) element.remove();
  for (const name of ownKeys(globalThis)) if (typeof name === 'string' && REMOVED.test(name)) remove(globalThis, name);
  guard(Document.prototype, 'createElement', 0, disarmName);
  guard(Document.prototype, 'createElementNS', 1, disarmName);
  guard(DOMImplementation.prototype, 'createDocument', 1, disarmName);
  guard(Document.prototype, 'execCommand', 2, disarmMarkup);
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

/** Puts a function or a setter in the place of one, which changes the text that it is given. */
function guard(owner: object, name: string, index: number, disarm: (text: string) => string): void {
  const descriptor = getOwnPropertyDescriptor(owner, name);
  const kind = descriptor?.set ? 'set' : 'value';
  const native = descriptor?.[kind];
  if (typeof native !== 'function') return;
  const guarded = {
    // As a method it cannot be called with `new`, like the one that it stands for.
    [name](this: unknown, ...values: unknown[]): unknown {
      // Read once: what an object says may be another thing the next time.
      if (values.length > index && values[index] !== null) values[index] = disarm(`${values[index]}`);
      return apply(native, this, values);
    },
  }[name];
  if (!defineProperty(owner, name, { ...descriptor, [kind]: guarded })) throw new Error(`${name} cannot be guarded`);
}

/** A class that extends a closed element makes one. */
function guardCustomElements(disarm: (name: string) => string): void {
  const { define } = CustomElementRegistry.prototype;
  CustomElementRegistry.prototype.define = function (name, made, options): void {
    const base = options?.extends;
    apply(define, this, [name, made, base === undefined ? {} : { extends: disarm(`${base}`) }]);
  };
}

/**
 * Removes the tags of closed elements from markup that is pasted or dropped, since the browser inserts it without calling any
 * guarded function. The rest is inserted by `execCommand`, which is guarded. Nothing is reported: browsers add a `<meta>` to
 * everything that is copied.
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
    // The selection is where the drag began, the range where it ended.
    const { 0: range } = apply(getTargetRanges, event, []);
    const selection = getSelection();
    if (range && selection)
      apply(select, selection, [range.startContainer, range.startOffset, range.endContainer, range.endOffset]);
    apply(execCommand, document, ['insertHTML', false, clean]);
  };
  addEventListener('beforeinput', onInput, true);
}

/** Removes the tags of closed elements. What remains may form such a tag again: `<ifr<meta>ame>`. */
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

/** Where the browser knows Trusted Types, the document's policy asks for them: all text that is parsed comes by here. */
function guardStrings(disarm: (markup: string) => string): void {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  if (!trustedTypes) return;
  const same = (text: string): string => text;
  trustedTypes.createPolicy('default', { createHTML: disarm, createScript: same, createScriptURL: same });
  // A policy of edited code would be believed.
  remove(globalThis, 'trustedTypes');
}
