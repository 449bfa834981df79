/** The module that a configuration becomes, to be imported: beside it, since its imports are relative to its folder. */
import path from 'node:path';

/** Path for such a module, which no other import has had. */
export function configCopyOf(filePath: string): string {
  return path.join(path.dirname(filePath), `${beginningOf(filePath)}${process.hrtime.bigint()}.mjs`);
}

/** True for a stack of what this process has run of a configuration. */
export function isInConfigCopy(stack: string, filePath: string): boolean {
  return stack.includes(`/${beginningOf(filePath)}`);
}

/** Returns the name of such a module in a stack, with the query of its import. */
export function configCopyIn(stack: string, filePath: string): string | undefined {
  const [, rest] = stack.split(`/${beginningOf(filePath)}`);
  const end = /^\d+\.mjs(?:\?\d+)?/.exec(rest ?? '')?.[0];
  return end && beginningOf(filePath) + end;
}

/** How the names of all such modules begin that this process makes. */
function beginningOf(filePath: string): string {
  return `.${path.basename(filePath)}.${process.pid}.`;
}

/** For the name of such a module the name of the configuration, and the process that made it; undefined for other names. */
export function parseConfigCopy(name: string): { base: string; pid: number } | undefined {
  const [, base, pid] = /^\.(.+)\.(\d+)\.\d+\.mjs$/s.exec(name) ?? [];
  return base === undefined ? undefined : { base, pid: Number(pid) };
}
