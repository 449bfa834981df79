import { ownValue } from '../../shared/own-value.ts';

export const PACKAGE_MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const;

export type PackageManager = (typeof PACKAGE_MANAGERS)[number];
type Other = Exclude<PackageManager, 'npm'>;

/** Parsed npm command: `npm install -D x` is `install` with one flag and one name. */
interface Command {
  flags: string[];
  names: string[];
  /** Arguments after `--`, for the script or program that is run. */
  rest: string[];
}

/** Commands by package manager. Undefined if a manager has no equivalent. */
type Translation = Record<Other, string | undefined>;

const SUBCOMMANDS: Record<string, string> = {
  i: 'install',
  add: 'install',
  'clean-install': 'ci',
  un: 'uninstall',
  remove: 'uninstall',
  rm: 'uninstall',
  r: 'uninstall',
  up: 'update',
  upgrade: 'update',
  'run-script': 'run',
  x: 'exec',
  init: 'create',
  innit: 'create',
  t: 'test',
  ln: 'link',
  info: 'view',
  show: 'view',
  explain: 'why',
};

/** Translations of flags of `npm install`. A flag without effect elsewhere is an empty string. Other npm flags are not translated. */
const INSTALL_FLAGS: Record<string, Translation | undefined> = {
  '-D': { pnpm: '-D', yarn: '-D', bun: '-d' },
  '-O': { pnpm: '-O', yarn: '-O', bun: '--optional' },
  '-E': { pnpm: '-E', yarn: '-E', bun: '-E' },
  // Since version 2, Yarn has neither global packages nor a flag to force an installation.
  '-g': { pnpm: '-g', yarn: undefined, bun: '-g' },
  '-f': { pnpm: '--force', yarn: '', bun: '--force' },
  '--save-peer': { pnpm: '--save-peer', yarn: '-P', bun: '--peer' },
  '-S': { pnpm: '', yarn: '', bun: '' },
  '--legacy-peer-deps': { pnpm: '', yarn: '', bun: '' },
};

const LONG_FLAGS: Record<string, string> = {
  '--save-dev': '-D',
  '--dev': '-D',
  '--save-optional': '-O',
  '--save-exact': '-E',
  '--global': '-g',
  '--force': '-f',
  '--save': '-S',
  '--save-prod': '-S',
  '-P': '-S',
  '--no-audit': '-S',
  '--no-fund': '-S',
};

/** Translators by subcommand. Other subcommands do not have an equivalent in every package manager. */
const TRANSLATE: Record<string, (command: Command) => Translation | undefined> = {
  install(command) {
    const { names } = command;
    const flags = flagsFor(command, INSTALL_FLAGS);
    if (!flags) return undefined;
    const act = names.length > 0 ? 'add' : 'install';
    return forEach((name) => (flags[name] === undefined ? undefined : words(name, act, flags[name], ...names)));
  },
  ci: ({ flags, names }) =>
    flags.length + names.length > 0
      ? undefined
      : {
          pnpm: 'pnpm install --frozen-lockfile',
          yarn: 'yarn install --immutable',
          bun: 'bun install --frozen-lockfile',
        },
  uninstall(command) {
    const global = isGlobal(command) ? '-g' : '';
    return {
      pnpm: words('pnpm remove', global, ...command.names),
      yarn: global ? undefined : words('yarn remove', ...command.names),
      bun: words('bun remove', global, ...command.names),
    };
  },
  update(command) {
    const { names } = command;
    const global = isGlobal(command) ? '-g' : '';
    return {
      pnpm: words('pnpm update', global, ...names),
      yarn: global ? undefined : words('yarn up', ...(names.length > 0 ? names : ["'*'"])),
      bun: words('bun update', global, ...names),
    };
  },
  run: ({ flags, names: [script, ...names], rest }) =>
    script === undefined || flags.length > 0
      ? undefined
      : forEach((name) => words(name, 'run', script, ...names, ...rest)),
  test: (command) => script('test', command),
  start: (command) => script('start', command),
  stop: (command) => script('stop', command),
  restart: (command) => script('restart', command),
  exec: ({ flags, names, rest }) =>
    names.length === 0 || flags.some((flag) => !YES.has(flag))
      ? undefined
      : {
          pnpm: words('pnpm exec', ...names, ...rest),
          yarn: words('yarn exec', ...names, ...rest),
          bun: words('bunx', ...names, ...rest),
        },
  create({ flags, names, rest }) {
    if (names.length > 0)
      return forEach((name) => words(name, 'create', ...names, ...flags.filter((flag) => !YES.has(flag)), ...rest));
    const yes = flags.some((flag) => YES.has(flag)) ? '-y' : '';
    return { pnpm: 'pnpm init', yarn: words('yarn init', yes), bun: words('bun init', yes) };
  },
  link: (command) => same('link', command),
  why: (command) => same('why', command),
  publish: (command) => ({ ...same('publish', command), yarn: words('yarn npm publish', ...all(command)) }),
  audit: (command) => ({ ...same('audit', command), yarn: words('yarn npm audit', ...all(command)) }),
  view: (command) => ({
    pnpm: words('pnpm view', ...all(command)),
    yarn: words('yarn npm info', ...all(command)),
    bun: words('bun info', ...all(command)),
  }),
};

/** Flags that confirm a download by npm. */
const YES = new Set(['-y', '--yes']);

/**
 * Keeps commands of other programs. Returns only `npm`, with the line as written, if no other manager has an
 * equivalent.
 */
export function translateLine(line: string): Partial<Record<PackageManager, string>> {
  const [, code = '', comment = ''] = /^(.*?)((?:^|\s+)#.*)?$/.exec(line) ?? [];
  // Every second piece is the separator between two commands.
  const pieces = code.split(/(\s*(?:&&|\|\||;)\s*)/).map((piece, index) => {
    const translated = index % 2 === 0 ? translateCommand(piece) : undefined;
    return { ...(translated ?? forEach(() => piece)), npm: piece };
  });
  const ofAll = PACKAGE_MANAGERS.map((name): [PackageManager, string][] => {
    const texts = pieces.flatMap((piece) => piece[name] ?? []);
    return texts.length < pieces.length ? [] : [[name, texts.join('') + comment]];
  });
  return Object.fromEntries(ofAll.flat());
}

const NONE: Translation = { pnpm: undefined, yarn: undefined, bun: undefined };

/** Returns undefined if the command is not an npm command. */
function translateCommand(text: string): Translation | undefined {
  const [, before = '', tool = '', args = ''] =
    /^(\s*(?:[$>] )?(?:sudo )?(?:[A-Z_][A-Z0-9_]*=\S+ )*)(npm|npx)(?:\s+(.*))?$/.exec(text) ?? [];
  if (!tool) return undefined;
  const tokens = args.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  const [first = '', ...others] = tokens;
  const name = Object.hasOwn(SUBCOMMANDS, first) ? (SUBCOMMANDS[first] ?? first) : first;
  const translate = ownValue(TRANSLATE, name);
  const translated = (tool === 'npx' ? download(tokens) : translate?.(takeApart(others))) ?? NONE;
  return forEach((manager) => translated[manager] && before + translated[manager]);
}

/** Translates `npx`. Flags before the program name belong to `npx`, and arguments after it to the program. */
function download(tokens: string[]): Translation | undefined {
  const own: string[] = [];
  let packages: string[] = [];
  let index = 0;
  for (; tokens[index]?.startsWith('-'); index++) {
    const flag = tokens[index] ?? '';
    if (flag === '--') {
      index++;
      break;
    }
    const named = /^(?:-p|--package)(?:=(.+))?$/.exec(flag);
    if (named) packages = [...packages, named[1] ?? tokens[++index] ?? ''];
    else if (!YES.has(flag)) own.push(flag);
  }
  const program = tokens.slice(index);
  if (program.length === 0 || own.some((flag) => flag !== '--no-install' && flag !== '--no')) return undefined;
  if (own.length > 0)
    return {
      pnpm: words('pnpm exec', ...program),
      yarn: words('yarn exec', ...program),
      bun: words('bunx --no-install', ...program),
    };
  return {
    pnpm: words('pnpm', ...packages.map((name) => `--package=${name}`), 'dlx', ...program),
    yarn: words('yarn dlx', ...packages.map((name) => `-p ${name}`), ...program),
    bun: words('bunx', ...packages.map((name) => `-p ${name}`), ...program),
  };
}

const WITH_VALUE = new Set(['--access', '--tag', '--otp', '--registry']);

function takeApart(tokens: string[]): Command {
  const end = tokens.indexOf('--');
  const own: string[] = [];
  for (const token of end === -1 ? tokens : tokens.slice(0, end))
    if (WITH_VALUE.has(own.at(-1) ?? '')) own.push(`${own.pop()} ${token}`);
    else own.push(token);
  const isFlag = (token: string): boolean => token.startsWith('-');
  return {
    flags: own.filter(isFlag),
    names: own.filter((token) => !isFlag(token)),
    rest: end === -1 ? [] : tokens.slice(end + 1),
  };
}

function isGlobal({ flags }: Command): boolean {
  return flags.some((flag) => flag === '-g' || flag === '--global');
}

/** Returns undefined if a flag is unknown. */
function flagsFor({ flags }: Command, known: Record<string, Translation | undefined>): Translation | undefined {
  let result: Translation = { pnpm: '', yarn: '', bun: '' };
  for (const flag of flags) {
    const short = LONG_FLAGS[flag] ?? flag;
    const translated = ownValue(known, short);
    if (!translated) return undefined;
    result = forEach((name) => {
      const [before, next] = [result[name], translated[name]];
      return before === undefined || next === undefined ? undefined : words(before, next);
    });
  }
  return result;
}

/** Translates a script that npm runs by name. In Bun, `bun test` is the test runner, so scripts need `bun run`. */
function script(name: string, command: Command): Translation {
  const args = all(command);
  const isShort = name === 'test' || name === 'start';
  return {
    pnpm: words(isShort ? 'pnpm' : 'pnpm run', name, ...args),
    yarn: words(isShort ? 'yarn' : 'yarn run', name, ...args),
    bun: words('bun run', name, ...args),
  };
}

function same(name: string, command: Command): Translation {
  return forEach((manager) => words(manager, name, ...all(command)));
}

function all({ names, flags, rest }: Command): string[] {
  return [...names, ...flags, ...rest];
}

function forEach(write: (name: Other) => string | undefined): Translation {
  return { pnpm: write('pnpm'), yarn: write('yarn'), bun: write('bun') };
}

function words(...parts: string[]): string {
  return parts.filter(Boolean).join(' ');
}
