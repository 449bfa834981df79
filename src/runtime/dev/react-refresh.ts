import refresh from 'react-refresh/runtime';
import type { DevTools } from '../dev-tools.ts';

/** The global hook that React looks for when it loads, and where it registers itself. */
interface ReactHook {
  inject: (renderer: unknown) => unknown;
}

/** Enables replacing components while they are rendered. Must be called before React is loaded. */
export function startRefresh(): Pick<DevTools, 'refresh' | 'isSameFamily'> {
  refresh.injectIntoGlobalHook(window);
  const hook = (window as unknown as { __REACT_DEVTOOLS_GLOBAL_HOOK__: ReactHook }).__REACT_DEVTOOLS_GLOBAL_HOOK__;
  const { inject } = hook;
  hook.inject = (renderer) => {
    const id = inject.call(hook, renderer);
    // Before its first refresh, React does not record which boundaries caught an error, and would not retry them.
    for (const version of [() => null, () => null]) refresh.register(version, 'the first refresh');
    refresh.performReactRefresh();
    return id;
  };
  Object.assign(globalThis, {
    cascaderDocsRefresh: { register: refresh.register, signature: refresh.createSignatureFunctionForTransform },
  });
  return {
    refresh: () => void refresh.performReactRefresh(),
    isSameFamily(a, b) {
      const family = refresh.getFamilyByType(b);
      return family !== undefined && family === refresh.getFamilyByType(a);
    },
  };
}
