/** Rejects when `task` has not settled after `milliseconds`: a page that hangs answers nothing at all. */
export async function within<Result>(milliseconds: number, task: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlineError()), milliseconds);
  });
  try {
    return await Promise.race([task, late]);
  } finally {
    clearTimeout(timer);
    // Its failure after the deadline concerns nobody.
    task.catch(() => undefined);
  }
}

/** Thrown by {@link within}. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}
