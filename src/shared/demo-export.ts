/**
 * Why the default export of a demo's module cannot be rendered, as a sentence for its author; undefined when it can.
 */
export function exportFault(exported: unknown): string | undefined {
  if (typeof exported === 'function') {
    return exported.constructor.name === 'AsyncFunction'
      ? 'A demo cannot be an async function: load its data in an effect, or read a promise with `use`'
      : undefined;
  }
  // What `memo`, `forwardRef` and `lazy` make are objects; an element is one that has props.
  const isComponent =
    typeof exported === 'object' && exported !== null && '$$typeof' in exported && !('props' in exported);
  return isComponent ? undefined : 'A demo needs a component as its default export';
}
