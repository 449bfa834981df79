import {
  type Command,
  type CommandGroup,
  colors,
  counted,
  FORMAT,
  type Format,
  formatBytes,
  fromHere,
} from '../kit/kit.ts';

interface AddFlags {
  id: string;
  from?: string;
  href?: string;
  build?: string;
  label?: string;
  /** False for `--no-alias`. */
  alias: string[] | false;
  replace?: boolean;
  root: string;
  format: Format;
}

const add: Command = {
  description: 'archive a built site as a version, or list a version that is published elsewhere',
  arguments: { '<id>': 'id of the version, which is part of its URLs: 1.x' },
  options: {
    '--from <site>': 'folder with a built site, or git ref',
    '--href <url>': 'URL of a version that stays where it is published',
    '--build <command>': 'command that builds the git ref into CASCADER_DOCS_OUT (default: the build of this tool)',
    '--label <text>': 'text that readers see (default: the text of the replaced version, or the id)',
    '--alias <id>': {
      description: 'another id that leads to the version; can be repeated',
      parse: (text, all) => [...(all as string[]), text],
      default: [],
    },
    '--no-alias': 'with --replace, remove the other ids of the version',
    '--replace': 'replace the version if it exists',
    '--root <folder>': { description: 'site folder', default: '.' },
    ...FORMAT,
  },
  writes: true,
  async run(kit, { alias, format, ...flags }: AddFlags) {
    const { addVersion } = await import('../index.ts');
    const { diagnostics, folder, ...added } = await addVersion({
      ...{ ...flags, aliases: aliasesOf(alias), signal: kit.signal },
      onProgress(step) {
        if (format === 'text') kit.note(colors.dim(`${step} …`));
      },
    });
    kit.report(diagnostics);
    const { id, kind, pages, files, bytes } = added;
    const counts = [counted(pages, 'page'), counted(files, 'file'), formatBytes(bytes)];
    const what = kind === 'linked' ? 'listed' : `archived: ${counts.join(', ')}`;
    if (format === 'json') kit.print(JSON.stringify({ added: { ...added, folder } }));
    else kit.print(`${colors.green('✔')} ${id} is ${what} → ${fromHere(folder)}`);
  },
};

export const versions: CommandGroup = { description: 'manage older versions of the site', commands: { add } };

/** Returns undefined for the aliases of the replaced version. */
function aliasesOf(flag: string[] | false): string[] | undefined {
  if (flag === false) return [];
  return flag.length > 0 ? flag : undefined;
}
