import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { DemoData } from '../shared/page-data.ts';

/** Height of a demo in a frame before it has told its own, in pixels. */
const FRAME_HEIGHT = 300;

/** The demo's own page in a frame: of a fixed height, or as high as the demo is. */
export function DemoFrame({ demo: { id, url, title, iframe } }: { demo: DemoData }): ReactElement {
  const ref = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(typeof iframe === 'number' ? iframe : FRAME_HEIGHT);
  useEffect(() => {
    const frame = ref.current;
    if (typeof iframe === 'number' || !frame) return;
    let observer: ResizeObserver | undefined;
    const follow = (): void => {
      observer?.disconnect();
      // The frame of another origin, as `demoUrl` may name, keeps its height.
      const root = frame.contentDocument?.getElementById('root');
      if (!root) return;
      observer = new ResizeObserver(() => {
        if (root.offsetHeight > 0) setHeight(root.offsetHeight);
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
