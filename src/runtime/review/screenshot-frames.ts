import type { Box, ReviewEntry, ReviewImage } from '../../shared/screenshot-review.ts';
import { createElement } from './create-element.ts';

export const MODES = ['side', 'slider', 'difference'] as const;
export type Mode = (typeof MODES)[number];

/** A single screenshot is shown in the mode `side`. */
export function modesOf({ before, after, difference }: ReviewEntry): Mode[] {
  return ['side', ...(before && after ? (['slider'] as const) : []), ...(difference ? (['difference'] as const) : [])];
}

/** Creates the frames with the screenshots of an entry. All have the same scale, even if their sizes differ. */
export function createFrames(entry: ReviewEntry, mode: Mode): HTMLElement {
  const { before, after, difference, kind, change } = entry;
  const size = sizeOf(entry);
  const frames = createElement('div', { class: 'frames', 'data-shape': size.width > size.height ? 'wide' : 'tall' });
  if (mode === 'slider' && before && after) frames.append(...createSlider(entry, before, after, size));
  else if (mode === 'difference' && difference)
    frames.append(
      createFrame('Difference', size, imageOf(entry, difference, 'difference'), outlineOf(size, change?.box)),
    );
  else {
    if (before) frames.append(createFrame('Before', size, imageOf(entry, before, 'before')));
    const caption = kind === 'unchanged' ? 'Unchanged' : kind === 'added' ? 'Added' : 'After';
    if (after) frames.append(createFrame(caption, size, imageOf(entry, after, 'after')));
  }
  synchronizeScrolling(frames);
  return frames;
}

export function scrollToChange(frames: HTMLElement, entry: ReviewEntry): void {
  const { change } = entry;
  if (!change) return;
  const { x, y, width, height } = change.box;
  for (const frame of frames.querySelectorAll<HTMLElement>('[data-scrolls]')) {
    const scale = frame.scrollWidth / sizeOf(entry).width;
    frame.scrollTo((x + width / 2) * scale - frame.clientWidth / 2, (y + height / 2) * scale - frame.clientHeight / 2);
  }
}

function sizeOf({ before, after }: ReviewEntry): { width: number; height: number } {
  return {
    width: Math.max(before?.width ?? 1, after?.width ?? 1),
    height: Math.max(before?.height ?? 1, after?.height ?? 1),
  };
}

type Size = ReturnType<typeof sizeOf>;

function createFrame(caption: string, size: Size, ...content: (Node | string)[]): HTMLElement {
  const screenshot = createElement('div', { class: 'screenshot' }, ...content);
  screenshot.style.setProperty('--width', String(size.width));
  screenshot.style.setProperty('--height', String(size.height));
  const scrolled = createElement(
    'div',
    { class: 'frame', 'data-scrolls': true, tabindex: 0, role: 'region', 'aria-label': caption },
    screenshot,
  );
  return createElement('figure', {}, createElement('figcaption', {}, caption), scrolled);
}

function imageOf({ title, demo }: ReviewEntry, { src, width, height }: ReviewImage, what: string): HTMLImageElement {
  const image = createElement('img', {
    src,
    width,
    height,
    alt: `${title ?? demo}, ${what}`,
    decoding: 'async',
    draggable: 'false',
  });
  image.style.setProperty('--own-width', String(width));
  return image;
}

function outlineOf(size: Size, box: Box | undefined): HTMLElement {
  const outline = createElement('div', { class: 'outline', hidden: !box });
  if (box)
    Object.assign(outline.style, {
      left: `${(box.x / size.width) * 100}%`,
      top: `${(box.y / size.height) * 100}%`,
      width: `${(box.width / size.width) * 100}%`,
      height: `${(box.height / size.height) * 100}%`,
    });
  return outline;
}

/** Creates two screenshots, one over the other, with a boundary that the reader moves: with the slider, or on the screenshot. */
function createSlider(entry: ReviewEntry, before: ReviewImage, after: ReviewImage, size: Size): HTMLElement[] {
  const slider = createElement('input', { type: 'range', min: 0, max: 100, step: 0.5, value: 50 });
  const top = imageOf(entry, before, 'before');
  top.classList.add('top');
  const figure = createFrame(
    'Before and after',
    size,
    imageOf(entry, after, 'after'),
    top,
    createElement('div', { class: 'boundary' }),
  );
  const screenshot = top.parentElement as HTMLElement;
  const update = (): void => screenshot.style.setProperty('--at', `${slider.value}%`);
  slider.addEventListener('input', update);
  const follow = ({ clientX, buttons }: PointerEvent): void => {
    if (buttons === 0) return;
    const { left, width } = screenshot.getBoundingClientRect();
    slider.value = String(((clientX - left) / width) * 100);
    update();
  };
  screenshot.addEventListener('pointerdown', (event) => {
    screenshot.setPointerCapture(event.pointerId);
    follow(event);
  });
  screenshot.addEventListener('pointermove', follow);
  update();
  return [createElement('label', { class: 'slider' }, 'Before', slider, 'After'), figure];
}

function synchronizeScrolling(frames: HTMLElement): void {
  const scrolled = [...frames.querySelectorAll<HTMLElement>('[data-scrolls]')];
  for (const frame of scrolled)
    frame.addEventListener('scroll', () => {
      for (const other of scrolled) if (other !== frame) other.scrollTo(frame.scrollLeft, frame.scrollTop);
    });
}
