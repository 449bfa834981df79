import type { EnginePage } from './engine.ts';

/** Wakes the runtime as a visitor's key would, and brings every demo into view. */
export async function wake(page: EnginePage): Promise<void> {
  await page.waitFor(() => {
    // In the page: WebKit's window has no focus yet on a page that is not there.
    document.documentElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
    return document.documentElement.hasAttribute('data-hydrated');
  });
  await page.waitFor(() => {
    const demo = document.querySelector('[data-demo]:not([data-hydrated])');
    demo?.scrollIntoView({ behavior: 'instant' });
    return !demo;
  });
}
