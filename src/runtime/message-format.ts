/** Formats plurals, choices, numbers and dates in interface strings. Bundled only for sites with these strings. */
export { IntlMessageFormat } from 'intl-messageformat';
