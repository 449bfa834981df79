import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import type { PlayedDemoProps } from '../playground-types.ts';

/** Props with the initial value of a component's state, which it reads only when it is mounted. */
const MOUNT_PROP = /^default[A-Z]/;

/** No props: the demo has its initial state by itself, and so has its HTML. */
const INITIAL: Record<string, unknown> = {};

/** After a crash, each change tries again. */
export function PlayedDemo({ store, Demo, isCrashed, renderBoundary }: PlayedDemoProps): ReactNode {
  const { props } = store;
  const values = useSyncExternalStore(props.subscribe, props.get, () => INITIAL);
  const [attempt, setAttempt] = useState(0);
  useEffect(
    () =>
      props.subscribe(() => {
        if (isCrashed()) setAttempt((count) => count + 1);
      }),
    [props, isCrashed],
  );
  const mounted = Object.entries(values).filter(([name]) => MOUNT_PROP.test(name));
  const key = `${attempt} ${mounted.length > 0 ? JSON.stringify(mounted) : ''}`;
  const Played = Demo as ComponentType<Record<string, unknown>>;
  return renderBoundary(key, <Played {...values} />);
}
