/** Runs a script and returns its value. It is the native `eval`: the one that edited code sees adds guards (`install-guards.ts`). */
// biome-ignore lint/security/noGlobalEval: running edited code is what the frame is for
export const runScript: (text: string) => ReturnType<typeof eval> = globalThis.eval;
