/**
 * Abort reason for a command that ends because of a detached error in the author's code: the code threw in a timer (`cause` is
 * set), or it waits forever (no `cause`). The command reports the file that caused the error. If the file is unknown, the command
 * rejects with this error.
 */
export class StrayError extends Error {
  override readonly name = 'StrayError';
}
