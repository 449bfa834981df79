/** A document in which expressions can be evaluated: a frame or a page of any driver. */
export interface Evaluator {
  /** Returns the JSON value of an expression, or of its promise. */
  evaluate(expression: string): Promise<unknown>;
}

/** Returns an expression that runs a script. */
export function scriptExpression(script: string): string {
  return `(() => {\n${script}\n})()`;
}
