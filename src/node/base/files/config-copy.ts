/** A configuration is compiled to a temporary module in the same folder, because its imports are relative to that folder. */
import path from 'node:path';

/** Returns a path for the module that no earlier import has used. By default, `folder` is the folder of the configuration file. */
export function configCopyOf(filePath: string, folder: string = path.dirname(filePath)): string {
  return path.join(folder, `${beginningOf(filePath)}${process.hrtime.bigint()}.mjs`);
}

/** Returns true if a stack contains a module that this process compiled from the configuration. */
export function isInConfigCopy(stack: string, filePath: string): boolean {
  return stack.includes(`/${beginningOf(filePath)}`);
}

/** Returns the name of the module in a stack, with the query of its import. */
export function configCopyIn(stack: string, filePath: string): string | undefined {
  const [, rest] = stack.split(`/${beginningOf(filePath)}`);
  const end = /^\d+\.mjs(?:\?\d+)?/.exec(rest ?? '')?.[0];
  return end && beginningOf(filePath) + end;
}

/** Returns the prefix that the names of all these modules share in this process. */
function beginningOf(filePath: string): string {
  return `.${path.basename(filePath)}.${process.pid}.`;
}

/** Returns the configuration's file name and the process id from the name of such a module. Returns undefined for other names. */
export function parseConfigCopy(name: string): { base: string; pid: number } | undefined {
  const [, base, pid] = /^\.(.+)\.(\d+)\.\d+\.mjs$/s.exec(name) ?? [];
  return base === undefined ? undefined : { base, pid: Number(pid) };
}
