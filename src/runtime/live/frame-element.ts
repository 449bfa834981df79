import type { LiveScripts } from '../../shared/demo-source.ts';
import type { FramePreferences } from './protocol.ts';

/** Minimum and maximum height of a frame, in pixels. */
const LEAST_HEIGHT = 320;
const MOST_HEIGHT = 4000;
/** Without this limit, a demo that is always slightly taller than its frame would make the frame grow forever. */
const GROWTHS = 40;

export interface FrameElementOptions {
  title: string;
  live: LiveScripts;
  preferences: FramePreferences;
  /** Height of the demo that the frame replaces, in pixels. */
  height: number;
}

export type FrameElement = ReturnType<typeof createFrameElement>;

/** The sandbox allows only scripts and forms. */
export function createFrameElement({ title, live, preferences, height: wanted }: FrameElementOptions) {
  const element = document.createElement('iframe');
  element.className = 'live-frame';
  element.title = title;
  // The document's policy blocks form submissions. But without `allow-forms`, their events would not fire either.
  element.setAttribute('sandbox', 'allow-scripts allow-forms');
  element.setAttribute('allow', '');
  element.referrerPolicy = 'no-referrer';
  element.src = live.sandbox;
  element.dataset.waiting = '';

  let height = 0;
  let growths = 0;
  const setHeight = (pixels: number): void => {
    height = pixels;
    element.style.height = `${height}px`;
  };
  const setColor = (color: string): void => {
    element.style.colorScheme = color;
  };
  setHeight(Math.max(LEAST_HEIGHT, wanted));
  setColor(preferences.color);
  return {
    element,
    raise(pixels: number): void {
      const higher = Math.min(pixels, MOST_HEIGHT);
      if (higher > height && growths++ <= GROWTHS) setHeight(higher);
    },
    allowGrowth(): void {
      growths = 0;
    },
    setColor,
    /** Shows the frame; until then, it is invisible. */
    show(): void {
      delete element.dataset.waiting;
    },
  };
}
