/** Far from the machine that rendered the site, to find demos that print dates in its time zone and language. */
export const READER = {
  locale: 'en-GB',
  timezoneId: 'Asia/Kolkata',
  viewport: { width: 1280, height: 900 },
};
