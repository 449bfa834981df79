/** What takes longer than that is shown to be under way, in milliseconds. */
const PATIENCE = 500;

/** Something that may take a while. */
export interface Busy {
  begin: () => void;
  end: () => void;
}

/** Tells when something takes longer than half a second. */
export function createBusy(tell: (loading: boolean) => void): Busy {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    begin() {
      clearTimeout(timer);
      timer = setTimeout(tell, PATIENCE - 1, true);
    },
    end() {
      clearTimeout(timer);
      tell(false);
    },
  };
}

/** Calls at once, and again at the end of the interval when it was asked for meanwhile. */
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
