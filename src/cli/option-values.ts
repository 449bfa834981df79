/** Each returns the parsed value, or throws an error that commander prints. */
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { Format } from './print.ts';

export const FORMAT_HELP = 'text, or json with one object per line';

export function parseFormat(value: string): Format {
  if (value === 'text' || value === 'json') return value;
  throw new InvalidArgumentError('Expected text or json.');
}

export function parsePort(value: string): number {
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new InvalidArgumentError('Expected a number from 0 to 65535.');
}

export function parsePercent(value: string): number {
  const percent = Number(value);
  if (value.trim() !== '' && percent >= 0 && percent <= 100) return percent;
  throw new InvalidArgumentError('Expected a number from 0 to 100.');
}

/** Parses a path like {@link parsePath}, or an HTTP address. */
export function parsePathOrUrl(value: string): string {
  return /^https?:\/\//.test(value) ? value : parsePath(value);
}

/** Parses a path, which is relative to the working directory, even if the site is in another folder. */
export function parsePath(value: string): string {
  return path.resolve(value);
}
