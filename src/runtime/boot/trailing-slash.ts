/**
 * Removes the slash at the end of the address, which hosts of folders add.
 *
 * @returns true when there was one, so that this host's addresses have it
 */
export function removeTrailingSlash(): boolean {
  const { pathname, search, hash } = location;
  if (pathname.length < 2 || !pathname.endsWith('/')) return false;
  const path = pathname.replace(/\/+$/, '') || '/';
  // Two slashes at the start would name another host, which the history refuses by throwing.
  if (/^[/\\]{2}/.test(path)) return true;
  history.replaceState(history.state, '', path + search + hash);
  return true;
}
