import { type RefObject, useEffect, useRef } from 'react';
import { NEEDS_RUNTIME } from '../../shared/dom-contract.ts';
import type { StackBlitzVM } from './connect.ts';
import { readStackBlitzOptions, type StackBlitzOptions } from './options.ts';
import type { Settled, SettledEvent, StackBlitzPlace } from './place.ts';
import { stackBlitzUrl } from './url.ts';

/** Callbacks of an interactive page for a frame. */
export interface StackBlitzCallbacks {
  /** Called when the editor responds and can receive commands. */
  onConnect?: (vm: StackBlitzVM) => void;
  onError?: (error: Error) => void;
}

/** Data to render `<StackBlitz>`. */
export interface StackBlitzView {
  options: StackBlitzOptions;
  ref: RefObject<HTMLDivElement | null>;
  /** Address that opens the project or repository in a window. */
  href: string;
  /** Attributes of the element around link and button. */
  place: Record<string, string>;
  /** Attributes of the button; absent if there is only a link. */
  button?: Record<string, string>;
}

const SETTLED: SettledEvent = 'cascader-docs:stackblitz';

/**
 * Reads the attributes of `<StackBlitz>`.
 *
 * @throws an Error that describes an invalid attribute
 */
export function useStackBlitz(props: StackBlitzCallbacks & Record<string, unknown>): StackBlitzView {
  const { onConnect, onError } = props;
  const options = readStackBlitzOptions(props);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    const listener = (event: Event): void => {
      const { detail } = event as CustomEvent<Settled>;
      if ('vm' in detail) onConnect?.(detail.vm);
      else onError?.(detail.error);
    };
    element?.addEventListener(SETTLED, listener);
    return () => element?.removeEventListener(SETTLED, listener);
  }, [onConnect, onError]);

  const data: StackBlitzPlace = { url: stackBlitzUrl(options), options };
  const isLink = !options.embed && !options.project;
  const place: Record<string, string> = isLink ? {} : { 'data-stackblitz': JSON.stringify(data) };
  if (options.load === 'visible') place['data-stackblitz-visible'] = '';
  return {
    options,
    ref,
    href: stackBlitzUrl({ ...options, embed: false }),
    place,
    button: isLink ? undefined : { [NEEDS_RUNTIME]: '' },
  };
}
