/** Names of files that hold secrets: the site publishes none of them, wherever they lie. The handbook has the same lists. */
import { toPosix } from '../base/files/paths.ts';

/** Files and folders; what lies in such a folder is private too. `*` stands for any characters, case does not count. */
export const PRIVATE_PLACES = ['.env*', '.secret*', '.git', '.hg', '.svn', '.ssh', '.gnupg', '.aws', '.azure', '.kube'];

/** Files. */
export const PRIVATE_FILES = [
  ...['.npmrc', '.yarnrc*', '.netrc', '_netrc', '.pypirc', '.pgpass', '.htpasswd', '.git-credentials', '.dockercfg'],
  ...['id_*', '*.pem', '*.key', '*.ppk', '*.p12', '*.pfx', '*.jks', '*.keystore', '*.kdbx', '*.crt', '*.cer'],
];

/** Names that the lists above have, and that hold no secrets. */
export const PUBLIC_NAMES = ['.env.example', '.env.sample', '.env.template', '.env.dist', '.env.defaults'];

/** `id_*` are keys, unless the name ends as that of a page, a script, a style sheet or a picture does. */
const NAMED_ID = /^id_.*\.(?:mdx?|html?|json|[cm]?[jt]sx?|css|less|s[ac]ss|svg|png|jpe?g|gif|webp|avif)$/i;

const PLACE = patternOf(PRIVATE_PLACES, '^', '$');
const FILE = patternOf(PRIVATE_FILES, '^', '$');
/** What every private path has; most others do not have it. */
const ANY = patternOf([...PRIVATE_PLACES, ...PRIVATE_FILES], '(?:^|[\\\\/])', '(?:[\\\\/:. ]|$)');

/** True for a path, relative to the folder that it is published from, that leads to a private file. */
export function isPrivatePath(path: string): boolean {
  if (!ANY.test(path)) return false;
  const names = toPosix(path).split('/');
  const file = names.at(-1) ?? '';
  return names.some((name) => spellingsOf(name).some(isPrivatePlace)) || spellingsOf(file).some(isPrivateFile);
}

/** The beginning of a path up to the first name that makes it private; undefined for a path that is not. */
export function privatePlaceIn(path: string): string | undefined {
  if (!isPrivatePath(path)) return undefined;
  const names = toPosix(path).split('/');
  const end = names.findIndex((name) => spellingsOf(name).some(isPrivatePlace));
  return end === -1 ? path : names.slice(0, end + 1).join('/');
}

function isPrivatePlace(name: string): boolean {
  return PLACE.test(name) && !PUBLIC_NAMES.includes(name.toLowerCase());
}

function isPrivateFile(name: string): boolean {
  return FILE.test(name) && !NAMED_ID.test(name);
}

/** A name, and the one that Windows opens for it: without dots and spaces at the end, and without what follows a colon. */
function spellingsOf(name: string): string[] {
  return [name, name.replace(/:.*$/s, '').replace(/(?<=[^. ])[. ]+$/, '')];
}

function patternOf(names: string[], start: string, end: string): RegExp {
  const patterns = names.map((name) => name.replaceAll('.', '\\.').replaceAll('*', '[^\\\\/]*'));
  return new RegExp(`${start}(?:${patterns.join('|')})${end}`, 'i');
}
