import { useEffect, useRef } from 'react';

/** `setTimeout` whose pending timers are cleared when the component unmounts. */
export function useLater() {
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);

  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const timer of pending.splice(0)) clearTimeout(timer);
    };
  }, []);

  return (action: () => void, milliseconds: number) => {
    timers.current.push(setTimeout(action, milliseconds));
  };
}
