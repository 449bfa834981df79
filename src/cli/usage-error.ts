import { pc } from './colors.ts';

/** Returns the message of commander about wrong arguments in the form of all other messages: a sentence, and what to do. */
export function formatUsageError(message: string): string {
  const [text = '', suggestion] = message.trim().split('\n');
  const sentence = text
    .replace(/^error: /, '')
    .replace(/'([^']*)'/g, '`$1`')
    .replace(/\.$/, '');
  const nearest = /^\(Did you mean (?:one of )?(.+)\?\)$/.exec(suggestion ?? '')?.[1];
  const fix = nearest
    ? `Did you mean ${nearest
        .split(', ')
        .map((name) => `\`${name}\``)
        .join(', ')}?`
    : '`cascader-docs --help` lists the commands, and `cascader-docs <command> --help` the options of a command';
  return `${pc.red('error')}: ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}\n\n  → ${fix}\n`;
}
