/** Time after which a task counts as slow, in milliseconds. */
const PATIENCE = 500;

export type Busy = ReturnType<typeof createBusy>;

export function createBusy(showLoading: (loading: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    begin(): void {
      clearTimeout(timer);
      timer = setTimeout(showLoading, PATIENCE - 1, true);
    },
    end(): void {
      clearTimeout(timer);
      showLoading(false);
    },
  };
}

/** Calls immediately, and again at the end of the interval if it was called in the meantime. */
export function createThrottle(callback: () => void, interval: number): { call: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const call = (): void => {
    if (timer !== undefined) {
      again = true;
      return;
    }
    callback();
    timer = setTimeout(() => {
      timer = undefined;
      if (again) call();
      again = false;
    }, interval);
  };
  return {
    call,
    cancel() {
      clearTimeout(timer);
      timer = undefined;
      again = false;
    },
  };
}
