/** `cascader-docs/steps`: the types of a demo's steps. */

/**
 * The steps of a demo, in order. They share one instance of the demo: each step begins where the one before it ended.
 *
 * @example
 * export const steps: Steps = [
 *   {
 *     name: 'Opens the list',
 *     async run({ user, find, expect }) {
 *       await user.click(find('combobox', 'City'));
 *       await expect(find('option', 'Rome')).toBeVisible();
 *     },
 *   },
 * ];
 */
export type Steps = readonly Step[];

/** One step: something that a reader does, and what the demo shows then. */
export interface Step {
  /** What the step does or proves, for readers and reports. Unique in the demo, and written as a string literal. */
  name: string;
  /** Performs the step. A step fails if this throws. */
  run(api: StepApi): void | Promise<void>;
  /** Prints the keys of the step in the table "Keyboard" below the demo. */
  keyboard?: boolean;
  /** Mounts the demo again before the step. Default: the step begins where the one before it ended. */
  fresh?: boolean;
  /** The step works only with input from a person or a driver: `check` reports where this is needed. */
  realInput?: boolean;
}

/** What a step can use. */
export interface StepApi {
  user: StepUser;
  find: Find;
  expect: Expect;
  /** Names the state that the demo has now. `check` examines the demo in each named state, and takes screenshots of it. */
  state(name: string): Promise<void>;
  /** Waits for a condition that cannot be expected of an element. */
  waitFor(condition: () => boolean | Promise<boolean>): Promise<void>;
  clock: StepClock;
  /** Replaces the answer to a request that the demo declares with `mock()`, until its steps start again. */
  mock(request: string, answer: unknown): Promise<void>;
}

/** Expects something. All expectations wait until they are met, or until they time out. */
export interface Expect {
  (target: Target): Expectation;
  /** Expects calls of a handler that the demo declares with `spy(name)`. */
  call(name: string): CallExpectation;
}

/** What can be expected of a handler. Calls count from the start of the steps. */
export interface CallExpectation {
  toHaveBeenCalledTimes(count: number): Promise<void>;
  /** At least one call had these arguments, compared as JSON. */
  toHaveBeenCalledWith(...args: readonly unknown[]): Promise<void>;
}

/** The clock of the demo. */
export interface StepClock {
  /** Moves timers and dates ahead, without waiting. Timers that started before the steps are not moved. */
  advance(milliseconds: number): Promise<void>;
}

/**
 * Input. Each function waits for its element to be visible, enabled and not covered, and for it to stop moving. A text field
 * that has the focus may be covered, for example by its placeholder.
 */
export interface StepUser {
  /** Clicks the middle of an element. */
  click(target: Target, options?: ClickOptions): Promise<void>;
  /** Moves the pointer to the middle of an element. */
  hover(target: Target): Promise<void>;
  /** Focuses a text field, moves the caret to its end and types characters. */
  type(target: Target, text: string): Promise<void>;
  /** Focuses a text field and deletes its text. */
  clear(target: Target): Promise<void>;
  /**
   * Presses keys on the focused element, one after the other: a character or a name of `KeyboardEvent.key`, after the names of held keys:
   * `Enter`, `Shift+Tab`, `Control+a`.
   */
  press(...keys: string[]): Promise<void>;
  /** Chooses the options of a native select by their labels. Pass several only for a select with `multiple`. */
  select(target: Target, labels: string | readonly string[]): Promise<void>;
  /** Sets the files of a file input, which may be hidden, or of its label. */
  upload(target: Target, files: UploadedFile | readonly UploadedFile[]): Promise<void>;
  /** Presses the pointer on an element, moves it to another element or by a distance, and releases it. */
  drag(target: Target, to: Target | DragDistance): Promise<void>;
  /** Pastes text into the focused element. The system clipboard is not used. */
  paste(text: string): Promise<void>;
  /** Copies the selection, and returns the text. The system clipboard is not used. */
  copy(): Promise<string>;
  /** Presses Tab. */
  tab(options?: { shift?: boolean }): Promise<void>;
}

/** A file for `user.upload()`. */
export interface UploadedFile {
  name: string;
  /** MIME type. Default: `text/plain`. */
  type?: string;
  /** Text of the file. Default: empty. */
  content?: string;
}

/** Distance in CSS pixels. */
export interface DragDistance {
  x: number;
  y: number;
}

/** Options of a click. */
export interface ClickOptions {
  /** Default: `left`. */
  button?: 'left' | 'right';
  /** 2 for a double click. Default: 1. */
  count?: 1 | 2;
}

/** Finds elements of the demo and of what it renders elsewhere in the document, such as popups. */
export interface Find {
  /**
   * Describes the element with a role and an accessible name. The element is looked up when it is used.
   *
   * @param role ARIA role, such as `button`, `option` or `textbox`
   * @param name part of the accessible name, in any case; or a regular expression
   */
  (role: string, name?: string | RegExp, options?: FindOptions): Target;
  /** Describes the innermost element whose text contains a string, in any case, or matches a regular expression. */
  text(text: string | RegExp, options?: FindOptions): Target;
  /** Describes the element that matches a CSS selector. Use it for elements without a role. */
  css(selector: string): Target;
}

/** Options of {@link Find}. */
export interface FindOptions {
  /** The whole name or text must be equal. Default: false. */
  exact?: boolean;
}

/** Description of an element. Using it fails if several elements match. */
export interface Target {
  /** Finds elements inside of this element. */
  find: Find;
  /** Chooses one of several matching elements, counted from 0; negative numbers count from the end. */
  nth(index: number): Target;
}

/** What can be expected of an element. */
export interface Expectation {
  /** Expects the opposite. */
  not: Omit<Expectation, 'toMatchTree'>;
  /** The element exists and can be seen. */
  toBeVisible(): Promise<void>;
  /** The element does not exist, or cannot be seen. */
  toBeHidden(): Promise<void>;
  /** The text of the element contains a string, or matches a regular expression. White space is collapsed. */
  toHaveText(text: string | RegExp): Promise<void>;
  /** The value of a text field, a select or a control with `aria-valuenow` or `aria-valuetext`. */
  toHaveValue(value: string | number): Promise<void>;
  /** An attribute has a value; without a value, it exists. */
  toHaveAttribute(name: string, value?: string | RegExp): Promise<void>;
  /** The number of visible elements that match. */
  toHaveCount(count: number): Promise<void>;
  /** The element or an element inside of it has the focus. */
  toHaveFocus(): Promise<void>;
  /** Native control or `aria-checked`. `mixed` is not checked. */
  toBeChecked(): Promise<void>;
  /** Native control or `aria-disabled`. */
  toBeDisabled(): Promise<void>;
  toBeEnabled(): Promise<void>;
  /** `aria-expanded`, or `open` of a native element. */
  toBeExpanded(): Promise<void>;
  /** `aria-selected`, or `selected` of an option. */
  toBeSelected(): Promise<void>;
  /**
   * The outline of the accessibility tree is equal: a line for each element with a role, with its name and states.
   * `cascader-docs check --update` writes it.
   */
  toMatchTree(outline?: string): Promise<void>;
}
