import { didYouMean } from '../did-you-mean.ts';
import type { Message } from './entry.ts';

export interface UnknownKey {
  key: string;
  /** Path of the object with the key; empty for the configuration itself. */
  owner: string;
  known: string[];
  nearest: string | undefined;
}

/** Longest list of names that is printed. */
const MOST_NAMES = 12;

export function describeUnknownKey({ key, owner, known, nearest }: UnknownKey): Message {
  const text = `Unknown config key \`${key}\`${didYouMean(nearest)}`;
  if (nearest !== undefined) return { text };
  if (known.length > MOST_NAMES)
    return { text, notes: ['Remove it. Editors list the known keys of `export default defineConfig({ … })`.'] };
  const list = known.length > 0 ? ` Known keys${owner ? ` of \`${owner}\`` : ''}: ${known.join(', ')}.` : '';
  return { text, notes: [`Remove it.${list}`] };
}
