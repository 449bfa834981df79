/** Rejects after `milliseconds` if `task` is still pending: a page that hangs never responds. */
export async function within<Result>(milliseconds: number, task: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlineError()), milliseconds);
  });
  try {
    return await Promise.race([task, late]);
  } finally {
    clearTimeout(timer);
    // A failure after the deadline is ignored.
    task.catch(() => undefined);
  }
}

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}
