import type { Page } from 'playwright-core';
import { COLOR_ATTRIBUTE } from '../../../../shared/dom-contract.ts';
import { COLOR_STORAGE_KEY } from '../../../../shared/page-data.ts';

export interface Variant {
  width: number;
  color: 'light' | 'dark';
}

/** Returns the height of a window of this width, in CSS pixels: that of a phone or of a laptop. */
export function heightOf(width: number): number {
  return width < 600 ? 844 : 900;
}

/** Variants in which each state is examined, in an order that changes one property at a time. */
export const VARIANTS: readonly Variant[] = [
  { width: 1280, color: 'light' },
  { width: 1280, color: 'dark' },
  { width: 390, color: 'dark' },
  { width: 390, color: 'light' },
];

/** As a reader's choice of the color scheme does. Returns false if the site has no such color scheme. */
export async function switchTo(
  page: Page,
  { width, color }: Variant,
  height: number = heightOf(width),
): Promise<boolean> {
  await page.setViewportSize({ width, height });
  const key = JSON.stringify(COLOR_STORAGE_KEY);
  return await page.evaluate<boolean>(
    `(localStorage.setItem(${key}, '${color}'), dispatchEvent(new StorageEvent('storage', { key: ${key} })), ` +
      `document.documentElement.getAttribute('${COLOR_ATTRIBUTE}') === '${color}')`,
  );
}

/** Describes a variant for a report: `dark, 390 px`. */
export function describeVariant({ width, color }: Variant): string {
  return `${color}, ${width} px`;
}
