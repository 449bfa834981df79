import type { ReviewEntry } from '../../shared/screenshot-review.ts';
import { createButton, createElement } from './create-element.ts';
import { nameOf } from './entry-list.ts';
import { createFrames, MODES, type Mode, modesOf, scrollToChange } from './screenshot-frames.ts';

const MODE_LABELS: Record<Mode, string> = { side: 'Side by side', slider: 'Slider', difference: 'Difference' };
const ZOOMS = ['fit', '1', '2', '4'] as const;
const ZOOM_LABELS = { fit: 'Fit', 1: '1×', 2: '2×', 4: '4×' };

export interface ViewerOptions {
  isAccepted(entry: ReviewEntry): boolean;
  onAccept(): void;
  onStep(step: 1 | -1): void;
}

/** Mode and zoom stay when another entry is shown. */
export function createViewer({ isAccepted, onAccept, onStep }: ViewerOptions) {
  let entry: ReviewEntry | undefined;
  let wanted: Mode = 'side';
  let zoom: (typeof ZOOMS)[number] = 'fit';
  const name = createElement('h2');
  const place = createElement('p', { class: 'soft' });
  const figures = createElement('p', { class: 'soft' });
  const accept = createButton('Accept', onAccept, { class: 'accept', 'aria-pressed': 'false' });
  const stage = createElement('div', { class: 'stage' });
  const modes = MODES.map((mode) => [mode, createButton(MODE_LABELS[mode], () => setMode(mode))] as const);
  const zooms = ZOOMS.map((value) => [value, createButton(ZOOM_LABELS[value], () => setZoom(value))] as const);
  const element = createElement(
    'section',
    { class: 'viewer', 'aria-label': 'Selected screenshot', hidden: true },
    createElement('header', {}, name, place, figures),
    createElement(
      'div',
      { class: 'tools' },
      toolGroup(
        'View',
        modes.map(([, button]) => button),
      ),
      toolGroup(
        'Zoom',
        zooms.map(([, button]) => button),
      ),
      toolGroup('Screenshots', [createButton('Previous', () => onStep(-1)), createButton('Next', () => onStep(1))]),
      accept,
    ),
    stage,
  );

  function render(): void {
    if (!entry) return;
    const possible = modesOf(entry);
    const mode = possible.includes(wanted) ? wanted : 'side';
    for (const [value, button] of modes) {
      button.disabled = !possible.includes(value);
      press(button, value === mode);
    }
    stage.replaceChildren(createFrames(entry, mode));
    applyZoom();
  }
  function applyZoom(): void {
    for (const [value, button] of zooms) press(button, value === zoom);
    stage.dataset.zoom = zoom;
    stage.style.setProperty('--zoom', zoom);
    if (entry && zoom !== 'fit') scrollToChange(stage, entry);
  }
  function setMode(mode: Mode): void {
    wanted = mode;
    render();
  }
  function setZoom(value: typeof zoom): void {
    zoom = value;
    applyZoom();
  }
  function updateMark(): void {
    accept.hidden = entry?.digest === undefined;
    press(accept, entry !== undefined && isAccepted(entry));
  }
  return {
    element,
    /** Shows an entry. Its images are the only ones that the page loads. */
    show(next: ReviewEntry | undefined): void {
      entry = next;
      element.hidden = !entry;
      if (!entry) return;
      name.textContent = nameOf(entry);
      place.textContent = describePlace(entry);
      figures.textContent = describeChange(entry);
      updateMark();
      render();
    },
    setMode,
    zoomBy: (step: 1 | -1): void => setZoom(ZOOMS[ZOOMS.indexOf(zoom) + step] ?? zoom),
    updateMark,
  };
}

function toolGroup(label: string, buttons: HTMLButtonElement[]): HTMLElement {
  return createElement('div', { class: 'group', role: 'group', 'aria-label': label }, ...buttons);
}

function press(button: HTMLButtonElement, isPressed: boolean): void {
  button.setAttribute('aria-pressed', String(isPressed));
}

function describePlace({ demo, route, width, color }: ReviewEntry): string {
  return `${demo} on ${route} · ${width} px · ${color}`;
}

function describeChange({ kind, change, before, after }: ReviewEntry): string {
  const size = before && after && (before.width !== after.width || before.height !== after.height);
  const sizes = size ? ` The size was ${before.width}×${before.height}, and is ${after.width}×${after.height}.` : '';
  if (change) {
    const { pixels, worst, box } = change;
    const count = pixels === 1 ? '1 pixel differs' : `${pixels.toLocaleString('en')} pixels differ`;
    const area = `${box.width}×${box.height} at ${box.x}, ${box.y}`;
    return `${count} in ${area}. Worst 16×16 window: ${worst.toFixed(2)} of 255.${sizes}`;
  }
  if (kind === 'added') return 'This screenshot is new.';
  if (kind === 'removed') return 'This screenshot no longer exists.';
  return kind === 'unstable' ? 'This screenshot differs each time that it is taken.' : 'Nothing has changed.';
}
