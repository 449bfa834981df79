/**
 * Removes the slash at the end of the address, which hosts of folders add.
 *
 * @returns true when there was one, so that this host's addresses have it
 */
export function removeTrailingSlash(): boolean {
  const { origin, pathname, search, hash } = location;
  if (pathname.length < 2 || !pathname.endsWith('/')) return false;
  // With the origin: two slashes at the start would name another host, which the history refuses by throwing.
  history.replaceState(history.state, '', origin + (pathname.replace(/\/+$/, '') || '/') + search + hash);
  return true;
}
