/** Error that an expression threw in a page, with its name, message and stack there. */
export class PageError extends Error {
  constructor({ name, message, stack }: ThrownError) {
    super(message);
    this.name = name;
    this.stack = stack ?? `${name}: ${message}`;
  }
}

/** The page was closed, crashed or navigated before it returned a value. */
export class LostPageError extends Error {
  override readonly name = 'LostPageError';
}

export interface ThrownError {
  name: string;
  message: string;
  stack?: string | undefined;
}

/**
 * Result and error are passed as JSON, so that they are the same in every browser. `send` evaluates code, and returns
 * the string of its promise.
 */
export async function evaluateExpression<Result>(
  expression: string,
  send: (code: string) => Promise<string>,
): Promise<Result> {
  // The line break ends a comment at the end of the expression.
  const code = `(${callInPage})(async () => (${expression}\n))`;
  let json: string;
  try {
    json = await send(code);
  } catch (error) {
    const { message } = error as Error;
    // A syntax error of the expression itself.
    const [, name, text] = /\b(SyntaxError): ([^\n]*)/.exec(message) ?? [];
    if (name !== undefined && text !== undefined) throw new PageError({ name, message: text });
    throw new LostPageError(message.split('\n')[0]);
  }
  const { value, thrown } = JSON.parse(json) as { value: Result; thrown?: ThrownError };
  if (thrown) throw new PageError(thrown);
  return value;
}

/** Runs in the page: returns the result of a call, or its error, as JSON. */
async function callInPage(call: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify({ value: await call() });
  } catch (error) {
    const { name = 'Error', message = String(error), stack } = (error ?? {}) as Partial<ThrownError>;
    return JSON.stringify({ thrown: { name: String(name), message: String(message), stack: stack && String(stack) } });
  }
}
