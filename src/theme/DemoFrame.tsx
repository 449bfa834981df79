import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { DemoData } from '../shared/page-data.ts';

/** Initial height of a demo's frame in pixels, before the height of its content is known. */
const FRAME_HEIGHT = 300;

export function DemoFrame({ demo: { id, url, title, iframe } }: { demo: DemoData }): ReactElement {
  const ref = useRef<HTMLIFrameElement>(null);
  const [measured, setMeasured] = useState(FRAME_HEIGHT);
  const height = typeof iframe === 'number' ? iframe : measured;
  useEffect(() => {
    const frame = ref.current;
    if (typeof iframe === 'number' || !frame) return;
    let observer: ResizeObserver | undefined;
    const follow = (): void => {
      observer?.disconnect();
      // A frame of another origin (`demoUrl`) keeps its initial height.
      const root = frame.contentDocument?.getElementById('root');
      if (!root) return;
      observer = new ResizeObserver(() => {
        if (root.offsetHeight > 0) setMeasured(root.offsetHeight);
      });
      observer.observe(root);
    };
    follow();
    frame.addEventListener('load', follow);
    return () => {
      observer?.disconnect();
      frame.removeEventListener('load', follow);
    };
  }, [iframe]);
  return <iframe ref={ref} className="demo-frame" src={url} title={title ?? id} height={height} loading="lazy" />;
}
