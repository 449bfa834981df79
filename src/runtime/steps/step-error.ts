import type { KnownTarget } from './targets.ts';

/** Details of a failure. Readers see only the message; the `check` report contains the details. */
export interface Evidence {
  /** Text of the expectation, such as `to have the text 'Rome'`. */
  expected?: string;
  /** The actual value, as text or as the element with the focus. */
  value?: string | Element | null;
  element?: Element;
  /** Elements that match, but must not. */
  found?: Element[];
  /** Elements whose number is wrong. */
  counted?: Element[];
  missing?: KnownTarget;
  cover?: Element;
  /** The input has no effect if it is dispatched by a script. */
  needsRealInput?: true;
  /** Where it failed, if that is known better than by the last call of a step. */
  stack?: string | undefined;
}

export class StepError extends Error {
  override readonly name = 'StepError';

  constructor(
    message: string,
    readonly evidence: Evidence = {},
  ) {
    super(message);
  }
}
