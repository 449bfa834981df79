/**
 * Removes the trailing slash of the address, which folder-based hosts add.
 *
 * @returns true if there was a trailing slash, so this host's addresses have one
 */
export function removeTrailingSlash(): boolean {
  const { origin, pathname, search, hash } = location;
  if (pathname.length < 2 || !pathname.endsWith('/')) return false;
  // The origin is required: a path with two leading slashes would name another host, and the history would throw.
  history.replaceState(history.state, '', origin + (pathname.replace(/\/+$/, '') || '/') + search + hash);
  return true;
}
