import { type Command as Commander, InvalidArgumentError, Option } from 'commander';
import { EXIT } from '../kit/exit.ts';
import type { Command, CommandGroup, CommandOption, Flags } from '../kit/kit.ts';
import { openKit } from '../kit/open-kit.ts';
import { createOutput } from '../kit/output.ts';
import type { Session } from './session.ts';

export function addCommand(
  parent: Commander,
  name: string,
  command: Command | CommandGroup,
  session: Session,
  { isDefault = false }: { isDefault?: boolean } = {},
): void {
  const added = parent.command(name, { isDefault }).description(command.description);
  if ('commands' in command) {
    for (const [second, one] of Object.entries(command.commands))
      addCommand(added, second, one, session, { isDefault: second === command.default });
    return;
  }
  for (const [form, description] of Object.entries(command.arguments ?? {})) added.argument(form, description);
  for (const [flags, declared] of Object.entries(command.options ?? {})) added.addOption(createOption(flags, declared));
  if (command.footer !== undefined) added.addHelpText('after', `\n${command.footer}`);
  added.action(async () => {
    const values = added.registeredArguments.map((argument, index): [string, unknown] => [
      argument.name().replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      added.processedArgs[index],
    ]);
    await runCommand(command, { ...Object.fromEntries(values), ...added.opts() }, session);
  });
}

function createOption(flags: string, declared: string | CommandOption): Option {
  const { description, choices, conflicts, parse, ...more } =
    typeof declared === 'string' ? { description: declared } : declared;
  const option = new Option(flags, description).default(more.default);
  if (choices) option.choices(choices);
  if (conflicts !== undefined) option.conflicts(conflicts);
  if (parse) option.argParser((value, before) => parsed(() => parse(value, before)));
  return option;
}

/** Reports a parser's error as an invalid argument. */
function parsed(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}

async function runCommand(command: Command, flags: Flags, session: Session): Promise<void> {
  session.format = flags.format === 'json' ? 'json' : 'text';
  session.writes = command.writes ?? false;
  const output = createOutput(() => session.format);
  const { kit, close } = openKit({ signal: session.life.signal, output });
  try {
    const code = await command.run(kit, flags);
    session.exitCode = typeof code === 'number' ? code : EXIT.ok;
  } finally {
    output.progress('');
    await close();
  }
}
