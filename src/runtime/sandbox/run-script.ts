/** The native `eval`; the version for edited code adds guards (`install-guards.ts`). */
// biome-ignore lint/security/noGlobalEval: running edited code is the purpose of the frame
export const runScript: (text: string) => ReturnType<typeof eval> = globalThis.eval;
