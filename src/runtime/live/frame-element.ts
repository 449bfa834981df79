import type { LiveScripts } from '../../shared/demo-source.ts';
import type { FramePreferences } from './protocol.ts';

/** A frame is at least and at most this high, in pixels. */
const LEAST_HEIGHT = 320;
const MOST_HEIGHT = 4000;
/** A demo that is as high as its frame and a bit would make it grow for ever: so often may it grow after a run. */
const GROWTHS = 40;

export interface FrameElementOptions {
  title: string;
  live: LiveScripts;
  preferences: FramePreferences;
  /** Height of the demo that it stands for, in pixels. */
  height: number;
}

/** The element of a frame. */
export interface FrameElement {
  element: HTMLIFrameElement;
  /** Makes it higher, if it may still grow. */
  grow: (height: number) => void;
  /** Lets it grow again. */
  allowGrowth: () => void;
  setColor: (color: string) => void;
  /** Shows it; until then it is out of sight. */
  show: () => void;
}

/** Creates the element: scripts and forms may run in it, nothing else. */
export function createFrameElement({ title, live, preferences, height: wanted }: FrameElementOptions): FrameElement {
  const element = document.createElement('iframe');
  element.className = 'live-frame';
  element.title = title;
  // Forms are submitted to nobody: the document's policy forbids it. Without them their events would not be told either.
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
    grow(pixels) {
      const higher = Math.min(pixels, MOST_HEIGHT);
      if (higher > height && growths++ <= GROWTHS) setHeight(higher);
    },
    allowGrowth() {
      growths = 0;
    },
    setColor,
    show() {
      delete element.dataset.waiting;
    },
  };
}
