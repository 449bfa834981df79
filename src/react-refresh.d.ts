/** The part of React's refresher that is used: it has no types of its own. */
declare module 'react-refresh/runtime' {
  const refresh: {
    injectIntoGlobalHook(window: Window): void;
    register(type: unknown, id: string): void;
    createSignatureFunctionForTransform(): (type: unknown, key?: string, forceReset?: boolean) => unknown;
    performReactRefresh(): unknown;
    getFamilyByType(type: unknown): object | undefined;
  };
  export default refresh;
}
