import { useEffect, useRef } from 'react';

/** `setTimeout` that forgets what is pending when the component goes away. */
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
