export interface DemoExports<Component = unknown> {
  default?: Component;
  setup?: { Wrapper?: Component };
}

export function demoFault({ default: exported, setup }: DemoExports): string | undefined {
  return exportFault(exported) ?? wrapperFault(setup?.Wrapper);
}

/** Start of the message about a `Wrapper` that cannot be rendered. */
export const WRAPPER_FAULT = '`Wrapper` of the module `demo.setup`';

/** Message about a default export that is missing, or is not a component. */
export const EXPORT_FAULT = 'A demo needs a component as its default export';

function wrapperFault(exported: unknown): string | undefined {
  const isAsync = typeof exported === 'function' && exported.constructor.name === 'AsyncFunction';
  if (isAsync) return `${WRAPPER_FAULT} cannot be an async function`;
  return exported === undefined || isComponent(exported) ? undefined : `${WRAPPER_FAULT} is not a component`;
}

function exportFault(exported: unknown): string | undefined {
  if (typeof exported === 'function') {
    return exported.constructor.name === 'AsyncFunction'
      ? 'A demo cannot be an async function: load its data in an effect, or read a promise with `use`'
      : undefined;
  }
  return isComponent(exported) ? undefined : EXPORT_FAULT;
}

/** Returns true for a component. `memo`, `forwardRef` and `lazy` return objects; unlike those, an element has `props`. */
function isComponent(exported: unknown): boolean {
  if (typeof exported === 'function') return true;
  return typeof exported === 'object' && exported !== null && '$$typeof' in exported && !('props' in exported);
}
