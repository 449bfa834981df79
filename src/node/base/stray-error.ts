/**
 * The reason of a signal that ends a command because what an author wrote went wrong where nobody waits for it: it threw in
 * a timer (`cause`), or it waits for something that never comes (no `cause`). The command tells which file that is; when it
 * cannot, it rejects with this error.
 */
export class StrayError extends Error {
  override readonly name = 'StrayError';
}
