/** Names of files that contain secrets. The site never publishes them, whatever their folder. The handbook contains the same lists. */
import { toPosix } from '../base/files/paths.ts';

/** Private files and folders, with everything in those folders. `*` matches any characters; case is ignored. */
export const PRIVATE_PLACES = ['.env*', '.secret*', '.git', '.hg', '.svn', '.ssh', '.gnupg', '.aws', '.azure', '.kube'];

/** Private files. `*` matches any characters; case is ignored. */
export const PRIVATE_FILES = [
  ...['.npmrc', '.yarnrc*', '.netrc', '_netrc', '.pypirc', '.pgpass', '.htpasswd', '.git-credentials', '.dockercfg'],
  ...['id_*', '*.pem', '*.key', '*.ppk', '*.p12', '*.pfx', '*.jks', '*.keystore', '*.kdbx', '*.crt', '*.cer'],
];

export const PUBLIC_NAMES = ['.env.example', '.env.sample', '.env.template', '.env.dist', '.env.defaults'];

/** Names that begin with `id_` are keys, unless they have the extension of a page, script, style sheet or image. */
const NAMED_ID = /^id_.*\.(?:mdx?|html?|json|[cm]?[jt]sx?|css|less|s[ac]ss|svg|png|jpe?g|gif|webp|avif)$/i;

const PLACE = patternOf(PRIVATE_PLACES, '^', '$');
const FILE = patternOf(PRIVATE_FILES, '^', '$');
/** Matches every private path, and few others, for a quick check. */
const ANY = patternOf([...PRIVATE_PLACES, ...PRIVATE_FILES], '(?:^|[\\\\/])', '(?:[\\\\/:. ]|$)');

/** Returns true for a path to a private file, relative to the folder that is published. */
export function isPrivatePath(path: string): boolean {
  if (!ANY.test(path)) return false;
  const names = toPosix(path).split('/');
  const file = names.at(-1) ?? '';
  return names.some((name) => spellingsOf(name).some(isPrivatePlace)) || spellingsOf(file).some(isPrivateFile);
}

/** Returns the start of a path up to the first private name, or undefined if the path is not private. */
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

function spellingsOf(name: string): string[] {
  return [name, name.replace(/:.*$/s, '').replace(/(?<=[^. ])[. ]+$/, '')];
}

function patternOf(names: string[], start: string, end: string): RegExp {
  const patterns = names.map((name) => name.replaceAll('.', '\\.').replaceAll('*', '[^\\\\/]*'));
  return new RegExp(`${start}(?:${patterns.join('|')})${end}`, 'i');
}
