/** Earlier entries are kept. */
export function tableText(modules: Iterable<[name: string, target: string]>): string {
  const entries = Array.from(
    modules,
    ([name, target]) => `${JSON.stringify(name)}: () => require(${JSON.stringify(target)})`,
  );
  return `globalThis.cascaderModules = { ...globalThis.cascaderModules, ${entries.join(', ')} };`;
}
