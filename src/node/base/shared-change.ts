/**
 * A change to this process, such as an environment variable, that several builds may need at the same time. If each
 * build saved and restored the old value, the changed value could remain. `apply` returns a function that reverts the
 * change.
 */
export function createSharedChange(apply: () => () => void) {
  const uses = new Set<symbol>();
  let revert = (): void => {};
  return {
    /** Applies the change unless it is already in effect. Returns a function that ends this use; the last use to end reverts the change. */
    begin(): () => void {
      const use = Symbol();
      if (uses.size === 0) revert = apply();
      uses.add(use);
      return () => {
        if (uses.delete(use) && uses.size === 0) revert();
      };
    },
  };
}
