import refresh from 'react-refresh/runtime';
import type { DevTools } from '../dev-tools.ts';

/** What React looks for when it is loaded, and tells of itself. */
interface ReactHook {
  inject: (renderer: unknown) => unknown;
}

/** Lets components be replaced while they are rendered. To be called before React is loaded, which it follows from then on. */
export function startRefresh(): Pick<DevTools, 'refresh' | 'isSameFamily'> {
  refresh.injectIntoGlobalHook(window);
  const hook = (window as unknown as { __REACT_DEVTOOLS_GLOBAL_HOOK__: ReactHook }).__REACT_DEVTOOLS_GLOBAL_HOOK__;
  const { inject } = hook;
  hook.inject = (renderer) => {
    const id = inject.call(hook, renderer);
    // Until it was refreshed once, React does not note which boundaries caught an error, and would not try them again.
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
