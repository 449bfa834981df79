/**
 * Settings of a reader far from the machine that rendered the site. So demos that print dates in the machine's time zone and language are
 * found.
 */
export const READER = {
  locale: 'en-GB',
  timezoneId: 'Asia/Kolkata',
  viewport: { width: 1280, height: 900 },
};
