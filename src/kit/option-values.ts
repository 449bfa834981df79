/** Options that several commands have, and parsers of values. A parser throws an error for a wrong value. */
import path from 'node:path';
import type { CommandOption } from '../node/project/config/kit-types.ts';

/** Argument for the folder of the site. */
export const ROOT = { '[root]': 'folder of the site (default: the working directory)' };

/** Option for the output format. */
export const FORMAT: { '--format <format>': CommandOption } = {
  '--format <format>': {
    description: 'text, or json with one object per line',
    choices: ['text', 'json'],
    default: 'text',
  },
};

/** Parses a port. */
export function parsePort(value: string): number {
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new Error('Expected a number from 0 to 65535.');
}

/** Parses a number from 0 to 100. */
export function parsePercent(value: string): number {
  const percent = Number(value);
  if (value.trim() !== '' && percent >= 0 && percent <= 100) return percent;
  throw new Error('Expected a number from 0 to 100.');
}

/** Parses a path like {@link parsePath}, or an HTTP URL. */
export function parsePathOrUrl(value: string): string {
  return /^https?:\/\//.test(value) ? value : parsePath(value);
}

/** Parses a path relative to the working directory, even if the site is in another folder. */
export function parsePath(value: string): string {
  return path.resolve(value);
}

/** Parses a shard of the demos, for one of several machines. */
export function parseShard(value: string): { index: number; count: number } {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(value) ?? []).map(Number);
  if (index >= 1 && index <= count) return { index, count };
  throw new Error('Expected a part such as 2/8');
}
