/** The module that a configuration becomes, to be imported: beside it, since its imports are relative to its folder. */
import path from 'node:path';

/** Path for such a module, which no other import has had. */
export function configCopyOf(filePath: string): string {
  const { dir, base } = path.parse(filePath);
  return path.join(dir, `.${base}.${process.pid}.${process.hrtime.bigint()}.mjs`);
}

/** For the name of such a module the name of the configuration, and the process that made it; undefined for other names. */
export function parseConfigCopy(name: string): { base: string; pid: number } | undefined {
  const [, base, pid] = /^\.(.+)\.(\d+)\.\d+\.mjs$/s.exec(name) ?? [];
  return base === undefined ? undefined : { base, pid: Number(pid) };
}
