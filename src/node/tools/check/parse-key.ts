import { ownValue } from '../../../shared/own-value.ts';
import { didYouMean, misspelt } from '../../base/diagnostics/did-you-mean.ts';

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'] as const;

export type Modifier = (typeof MODIFIERS)[number];

/** Keys with a name instead of a character. */
export const NAMED_KEYS = [
  ...['Enter', 'Tab', 'Escape', 'Backspace', 'Delete', 'Insert', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
  ...Array.from({ length: 12 }, (_, index) => `F${index + 1}`),
  ...MODIFIERS,
] as const;

export interface KeyPress {
  /** Modifiers that are held down, in the order of `MODIFIERS`. */
  modifiers: Modifier[];
  /** A name in {@link NAMED_KEYS}, or the character that the key produces with these modifiers. */
  key: string;
}

/** Maps each character of a US keyboard to the character of the same key with Shift. */
const SHIFTED = new Map([
  ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => [letter, letter.toUpperCase()] as const),
  ...[..."`1234567890-=[]\\;',./ "].map((plain, index) => [plain, '~!@#$%^&*()_+{}|:"<>? '.charAt(index)] as const),
]);
const UNSHIFTED = new Map([...SHIFTED].map(([plain, shifted]) => [shifted, plain]));

/** Names of keys in other tools and on keyboards, with our names. */
const OTHER_NAMES: Record<string, string> = {
  esc: 'Escape',
  return: 'Enter',
  del: 'Delete',
  ins: 'Insert',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  up: 'ArrowUp',
  down: 'ArrowDown',
  pgup: 'PageUp',
  pgdn: 'PageDown',
  spacebar: 'Space',
  ctrl: 'Control',
  option: 'Alt',
  cmd: 'Meta',
  command: 'Meta',
  win: 'Meta',
  mod: 'ControlOrMeta',
};

/**
 * Parses a key. Letters get the case that a keyboard gives them: `Control+A` is the key `a`, and `Shift+a` is `A`.
 * `ControlOrMeta` is `Meta` on macOS. Throws an Error that suggests a name.
 */
export function parseKey(text: string, platform: NodeJS.Platform = process.platform): KeyPress {
  const parts = splitKeys(text);
  const name = parts.pop() ?? '';
  const held = new Set(parts.map((part) => modifierOf(part, text, platform)));
  const modifiers = MODIFIERS.filter((modifier) => held.has(modifier));
  if (name === 'ControlOrMeta') return { modifiers, key: modifierOf(name, text, platform) };
  if ((NAMED_KEYS as readonly string[]).includes(name)) return { modifiers, key: name };
  const character = name === 'Space' ? ' ' : name;
  if (!isKeyboardCharacter(character)) throw new Error(describeUnknown(name, text));
  if (held.has('Shift')) return { modifiers, key: SHIFTED.get(character) ?? character };
  return { modifiers, key: modifiers.length > 0 && /[A-Z]/.test(character) ? character.toLowerCase() : character };
}

/** Part of a text: keys that produce the text, or characters that no key of a US keyboard produces. */
export type TypedPart = { keys: string[] } | { inserted: string };

const TEXT_KEYS: Record<string, string> = { '\n': 'Enter', '\t': 'Tab' };

/** Divides a text into keys and characters. Line breaks and tabs become the keys `Enter` and `Tab`. */
export function divideText(text: string): TypedPart[] {
  const parts: TypedPart[] = [];
  for (const character of text.replace(/\r\n?/g, '\n')) {
    const last = parts.at(-1);
    const key = TEXT_KEYS[character] ?? (isKeyboardCharacter(character) ? character : undefined);
    if (key !== undefined && last && 'keys' in last) last.keys.push(key);
    else if (key !== undefined) parts.push({ keys: [key] });
    else if (last && 'inserted' in last) last.inserted += character;
    else parts.push({ inserted: character });
  }
  return parts;
}

/** Splits a key from its modifiers. A plus sign at the end is a key: `+`, `Control++`. */
function splitKeys(text: string): string[] {
  if (text === '+') return [text];
  return text.endsWith('++') ? [...text.slice(0, -2).split('+'), '+'] : text.split('+');
}

function isKeyboardCharacter(character: string): boolean {
  return SHIFTED.has(character) || UNSHIFTED.has(character);
}

function modifierOf(name: string, text: string, platform: NodeJS.Platform): Modifier {
  if (name === 'ControlOrMeta') return platform === 'darwin' ? 'Meta' : 'Control';
  const modifier = MODIFIERS.find((one) => one === name);
  if (modifier) return modifier;
  const known = [...MODIFIERS, 'ControlOrMeta'];
  const nearest = ownValue(OTHER_NAMES, name.toLowerCase()) ?? misspelt(name, known);
  throw new Error(
    `Unknown modifier \`${name}\` in \`${text}\`${didYouMean(nearest) || `. Modifiers: ${known.join(', ')}.`}`,
  );
}

function describeUnknown(name: string, text: string): string {
  if (name === '') return text === '' ? 'The key is empty.' : `The key after the modifiers is missing in \`${text}\`.`;
  const where = name === text ? '' : ` in \`${text}\``;
  if ([...name].length === 1) return `No key of a US keyboard is \`${name}\`${where}. Type it as text instead.`;
  const nearest = ownValue(OTHER_NAMES, name.toLowerCase()) ?? misspelt(name, [...NAMED_KEYS, 'Space']);
  return `Unknown key \`${name}\`${where}${didYouMean(nearest) || `. Named keys: ${NAMED_KEYS.join(', ')}, Space.`}`;
}
