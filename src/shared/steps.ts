/** The steps of a demo, as data that the build, pages and `check` exchange. */

/** A step, as its source declares it before it runs. */
export interface StepInfo {
  name: string;
  /** Keys that the step presses, in order. Set if the author wants them in the table of keys. */
  keys?: string[];
  /** True if the demo is mounted again before the step. */
  fresh?: true;
  /** True if a reader must perform the step. */
  realInput?: true;
}

/** The steps of a demo in the data of its page. */
export interface DemoSteps {
  /** URL of the module that exports `steps`. */
  js: string;
  /** URL of the player, which contains the runner. */
  runner: string;
  /** URL of the script with the functions that few demos use. Absent if this demo uses none of them. */
  more?: string;
  list: StepInfo[];
}

/** Input that `check` performs with the browser's driver. Points are CSS pixels of the viewport. */
export type InputCommand =
  | { kind: 'click'; x: number; y: number; button: 'left' | 'right'; count: 1 | 2 }
  | { kind: 'move'; x: number; y: number }
  | { kind: 'drag'; from: { x: number; y: number }; to: { x: number; y: number } }
  | { kind: 'type'; text: string }
  | { kind: 'press'; key: string };

export interface LoadedStep {
  name: string;
  /** True if the page is opened again before the step. */
  fresh: boolean;
}

export interface StepRequest {
  index: number;
  /** Real input, or events that a script dispatches. */
  input: 'driver' | 'events';
  timeout: number;
  stepTimeout: number;
  /** True if named states are reported. */
  states: boolean;
  /** True if outlines that differ are reported, and do not make a step fail. */
  updates: boolean;
}

/** An outline to write into the steps. */
export interface OutlineChange {
  outline: string;
  /** Stack of the expectation. */
  stack?: string | undefined;
}

export interface StepFailure {
  message: string;
  expected?: string;
  actual?: string;
  /** Stack of the call that failed. */
  stack?: string;
  /** HTML of the element, or of its surroundings, shortened. */
  html?: string;
  needsRealInput?: true;
}
