export interface Evaluator {
  evaluate(expression: string): Promise<unknown>;
}

export function scriptExpression(script: string): string {
  return `(() => {\n${script}\n})()`;
}
