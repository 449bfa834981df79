/** The part of React Refresh that is used: the package has no types. */
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
