/** Plurals, choices, numbers and dates in strings of the interface: part of the runtime of sites that have such strings. */
export { IntlMessageFormat } from 'intl-messageformat';
