/** Messages of components that can render only in a browser. Their demos render only there, which is not an error. */
const BROWSER_ONLY = [
  'Unable to find node on an unmounted component',
  '#188',
  'Portals are not currently supported by the server renderer',
  '#257',
];

/** Returns whether an error says that a component can render only in a browser. */
export function isBrowserOnly(message: string): boolean {
  return BROWSER_ONLY.some((known) => message.includes(known));
}

/** Returns whether an error has the same cause in every context: a component or a package needs a browser. */
export function needsBrowser(message: string): boolean {
  return isBrowserOnly(message) || /^\w+ is not defined$/.test(message);
}
