import type { EnginePage } from './engine.ts';

/** Starts the runtime as a reader's key press does, and scrolls every demo into view. */
export async function wake(page: EnginePage): Promise<void> {
  await page.waitFor(() => {
    // The event is dispatched in the page, because in WebKit the window has no focus while a page loads.
    document.documentElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
    return document.documentElement.hasAttribute('data-hydrated');
  });
  await page.waitFor(() => {
    const demo = document.querySelector('[data-demo]:not([data-hydrated])');
    demo?.scrollIntoView({ behavior: 'instant' });
    return !demo;
  });
}
