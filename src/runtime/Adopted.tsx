import { type ReactElement, useCallback } from 'react';
import { STATIC_ATTRIBUTE } from '../shared/dom-contract.ts';
import { useRuntime } from './runtime.ts';
import { useStore } from './store.ts';

/** A shared object, because React compares it by identity and must never write the empty string over adopted nodes. */
const EMPTY = { __html: '' };

export interface AdoptedProps {
  name: string;
  className?: string;
}

/**
 * Renders the element that holds a static piece of the page. The server prints the piece's HTML. In the browser, React
 * leaves the nodes alone, and moves them back if it must recreate the element.
 */
export function Adopted({ name, className }: AdoptedProps): ReactElement {
  const { statics, page } = useRuntime();
  const { sequence } = useStore(page);
  const attach = useCallback(
    (element: HTMLDivElement | null) => {
      if (element) statics.attach?.(name, element);
    },
    [statics, name],
  );
  const html = statics.html?.(name);
  return (
    <div
      key={sequence}
      ref={attach}
      className={className}
      {...{ [STATIC_ATTRIBUTE]: name }}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML of the build, printed on the server only
      dangerouslySetInnerHTML={html === undefined ? EMPTY : { __html: html }}
    />
  );
}
