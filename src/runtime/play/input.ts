/** Testing Library's `userEvent` and `fireEvent`, performed with the input of steps. */
import { createDispatchInput, mouse } from '../steps/dispatch-input.ts';
import { isVisible } from '../steps/element-facts.ts';
import { StepError } from '../steps/step-error.ts';
import { targetOf } from '../steps/targets.ts';
import type { StepUser, UploadedFile } from '../steps/types.ts';
import type { UserOptions } from '../steps/user.ts';

type Calls = Record<string, (...given: never[]) => unknown>;

/** Names of keys in `[KeyA]` and `{arrowdown}`. */
const KEYS: Record<string, string> = {
  esc: 'Escape',
  del: 'Delete',
  space: ' ',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  ctrl: 'Control',
};
const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];

/** Splits the text of `keyboard` and `type` into keys: `a{Enter}{Shift>}b{/Shift}` is `a`, `Enter` and `Shift+b`. */
export function keysOf(text: string): string[] {
  const keys: string[] = [];
  const held = new Set<string>();
  for (const [, double, , end, name, hold, single] of text.matchAll(
    /(\{\{|\[\[)|(\{|\[)(\/?)([^}\]>/]+)(>\d*)?(?:\/)?[}\]]|([\s\S])/g,
  )) {
    const key = keyOf(double?.charAt(0) ?? name ?? single ?? '', name !== undefined);
    if (MODIFIERS.includes(key) && (end || hold)) held[end ? 'delete' : 'add'](key);
    else if (key === 'selectall') keys.push('Control+a');
    else if (!end) keys.push([...held, key].join('+'));
  }
  return keys;
}

function keyOf(name: string, isNamed: boolean): string {
  if (name === '\n') return 'Enter';
  if (!isNamed || name.length === 1) return name;
  const known = KEYS[name.toLowerCase()];
  const [, letter, modifier] = /^(?:Key([A-Z])|Digit\d|(Shift|Control|Alt|Meta)(?:Left|Right))$/.exec(name) ?? [];
  if (letter) return letter.toLowerCase();
  if (/^Digit/.test(name)) return name.slice(-1);
  return known ?? modifier ?? (name === 'selectall' ? name : name.charAt(0).toUpperCase() + name.slice(1));
}

export function createUserEvent(user: StepUser, options: UserOptions): ReturnType<typeof inOrder> {
  const { input, document } = options;
  const events = createDispatchInput(document);
  const center = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  /** An invisible element also receives events, as in Testing Library. */
  const click = (element: Element, given: { button?: 'left' | 'right'; count?: 1 | 2 } = {}) => {
    const { button = 'left', count = 1 } = given;
    if (isVisible(element)) return user.click(targetOf(element), given);
    return events.click(element, center(element), { button, count });
  };
  const keyboard = async (text: string): Promise<void> => {
    for (const key of keysOf(text)) await user.press(key);
  };
  const choose = async (select: Element, wanted: unknown, isOn: boolean): Promise<void> => {
    const names = [wanted].flat();
    const isWanted = (option: Element): boolean =>
      names.some((name) => [option, (option as HTMLOptionElement).value, option.textContent].includes(name as string));
    if (!select.matches('select')) {
      const options = [...select.querySelectorAll('[role=option]')].filter(isWanted);
      for (const option of options) await click(option);
      return;
    }
    const all = [...(select as HTMLSelectElement).options];
    const isKept = (option: HTMLOptionElement): boolean => (select as HTMLSelectElement).multiple && option.selected;
    const chosen = all.filter((option) => (isWanted(option) ? isOn : isKept(option)));
    if (isOn && !all.some(isWanted)) throw new StepError(`No option is ${names.join(', ')}`, { element: select });
    await user.select(
      targetOf(select),
      chosen.map(({ label }) => label),
    );
  };
  const calls: Calls = {
    click,
    dblClick: (element: Element) => click(element, { count: 2 }),
    async tripleClick(element: Element) {
      await click(element, { count: 2 });
      await click(element);
    },
    hover: (element: Element) => user.hover(targetOf(element)),
    unhover: () => input.hover(document.body, { x: 0, y: 0 }),
    async type(element: Element, text: string, { skipClick = false }: { skipClick?: boolean } = {}) {
      if (!skipClick) await click(element);
      const plain = /^[^{}[\]\n]*/.exec(text)?.[0] ?? '';
      await user.type(targetOf(element), plain);
      await keyboard(text.slice(plain.length));
    },
    clear: (element: Element) => user.clear(targetOf(element)),
    tab: (given?: { shift?: boolean }) => user.tab(given),
    keyboard,
    selectOptions: (select: Element, wanted: unknown) => choose(select, wanted, true),
    deselectOptions: (select: Element, wanted: unknown) => choose(select, wanted, false),
    async upload(field: Element, files: File | File[]) {
      const list = [files].flat().map(async (file): Promise<UploadedFile> => {
        return { name: file.name, type: file.type, content: await file.text() };
      });
      await user.upload(targetOf(field), await Promise.all(list));
    },
    async paste(...given: (string | HTMLElement | DataTransfer)[]) {
      for (const one of given)
        if (typeof one === 'object' && 'focus' in one) one.focus();
        else await user.paste(typeof one === 'string' ? one : one.getData('text'));
    },
    copy: () => user.copy(),
    async cut() {
      await user.copy();
      await user.press('Delete');
    },
    async pointer(given: PointerAction | PointerAction[]) {
      let last: Element = document.body;
      for (const action of [given].flat()) {
        const { keys = '', target = last } = typeof action === 'string' ? { keys: action } : action;
        last = target;
        if (keys === '') await user.hover(targetOf(target));
        else if (/^(?:\[(?:MouseLeft|TouchA)\])+$/.test(keys))
          await click(target, { count: keys.split('][').length === 2 ? 2 : 1 });
        else if (keys === '[MouseRight]') await click(target, { button: 'right' });
        else throw new StepError(`\`userEvent.pointer\` cannot perform ${keys}`, { element: target });
      }
    },
  };
  return inOrder(calls);
}

/** Calls run one after another, even without `await`. `idle` resolves after the last one. */
function inOrder(calls: Calls): { userEvent: Calls; idle(): Promise<void> } {
  let last: Promise<unknown> = Promise.resolve();
  const queued = Object.entries(calls).map(([name, call]): [string, Calls[string]] => [
    name,
    async (...given) => {
      const current = last.then(() => call(...given));
      last = current.catch(() => undefined);
      return await current;
    },
  ]);
  const userEvent: Calls = { ...Object.fromEntries(queued), setup: () => userEvent };
  return {
    userEvent,
    async idle() {
      await last;
    },
  };
}

type PointerAction = string | { keys?: string; target?: Element };

/** Kinds of events, by the start of their names. */
const EVENTS: [RegExp, string][] = [
  [/^(?:click|dblclick|contextmenu|mouse)/, 'MouseEvent'],
  [/^pointer/, 'PointerEvent'],
  [/^key/, 'KeyboardEvent'],
  [/^(?:focus|blur)/, 'FocusEvent'],
  [/^(?:before)?input$/, 'InputEvent'],
  [/^(?:drag|drop)/, 'DragEvent'],
  [/^wheel/, 'WheelEvent'],
  [/^composition/, 'CompositionEvent'],
  [/^animation/, 'AnimationEvent'],
  [/^transition/, 'TransitionEvent'],
];
/** Events to which React does not listen, with the events to which it listens instead. */
const ALIASES: Record<string, string> = {
  mouseenter: 'mouseover',
  mouseleave: 'mouseout',
  pointerenter: 'pointerover',
  pointerleave: 'pointerout',
  focus: 'focusin',
  blur: 'focusout',
};

type Init = { target?: Record<string, unknown> } & EventInit;

export function createFireEvent(): unknown {
  const dispatch = (element: Element, name: string, { target = {}, ...init }: Init = {}): boolean => {
    const view = (element.ownerDocument.defaultView ?? window) as unknown as Record<string, typeof Event>;
    for (const [key, value] of Object.entries(target)) assign(element, key, value);
    const kind = EVENTS.find(([pattern]) => pattern.test(name))?.[1] ?? 'Event';
    const create = (type: string): Event => new (view[kind] ?? Event)(type, all);
    const all = { bubbles: true, cancelable: true, composed: true, ...init };
    if (name.startsWith('mouse') && ALIASES[name]) mouse(element, ALIASES[name], { x: 0, y: 0 });
    else if (ALIASES[name]) element.dispatchEvent(create(ALIASES[name]));
    return element.dispatchEvent(create(name));
  };
  return new Proxy((element: Element, event: Event) => element.dispatchEvent(event), {
    get: (_, name: string) => (element: Element, init?: Init) =>
      dispatch(element, name === 'doubleClick' ? 'dblclick' : name.toLowerCase(), init),
  });
}

/** React replaces properties of an element to detect assignments. */
function assign(element: Element, key: string, value: unknown): void {
  let prototype = Object.getPrototypeOf(element) as object | null;
  while (prototype && !Object.hasOwn(prototype, key)) prototype = Object.getPrototypeOf(prototype) as object | null;
  const { set } = (prototype && Object.getOwnPropertyDescriptor(prototype, key)) ?? {};
  if (set && key !== 'files') set.call(element, value);
  else Object.defineProperty(element, key, { configurable: true, value });
}
