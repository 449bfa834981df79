/** Boot has code of its own for tabs, because a shared function makes the script of every page longer. */
export function setAddress(url: URL, { replaces = false }: { replaces?: boolean } = {}): void {
  if (replaces) history.replaceState(history.state, '', url);
  else history.pushState({ ...history.state, key: String(Math.random()) }, '', url);
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
}
