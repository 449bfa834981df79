import path from 'node:path';
import type { Diagnostic } from '../node/base/diagnostics/diagnostic.ts';
import { colors } from './colors.ts';

/** Counts diagnostics, except those of severity `info`. */
export function countBySeverity(diagnostics: Diagnostic[]): { errors: number; warnings: number } {
  const count = (severity: Diagnostic['severity']) =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  return { errors: count('error'), warnings: count('warning') };
}

/** Returns a number with its noun: `1 page`, `2 pages`. */
export function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : name.endsWith('s') ? 'es' : 's'}`;
}

/** Returns a size: `12 kB`, `1.3 MB`. */
export function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Returns a path relative to the working directory. */
export function fromHere(filePath: string): string {
  return path.relative(process.cwd(), filePath) || '.';
}

/** Returns lines with the URLs of a server. */
export function urlLines(urls: string[]): string {
  return urls.map((url) => `${process.stdout.isTTY ? '  ' : ''}${colors.green('➜')} ${colors.cyan(url)}`).join('\n');
}

/** Returns the warning about a server that other machines can reach. */
export function exposedWarning(): string {
  const text = 'Every machine that can reach this one can read the site. Omit --host to serve only this machine.';
  return `${colors.yellow('!')} ${text}`;
}
