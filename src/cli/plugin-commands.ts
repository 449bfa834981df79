import { type Command as Commander, InvalidArgumentError, Option } from 'commander';
import type { Command, CommandOption } from '../kit.ts';
import { type Session, withProgress } from './session.ts';

/**
 * Adds commands of the site in the working directory, which its plugins add.
 *
 * @param wanted name of the command that will run. Without it, or if no plugin adds it, all are added, for the list of commands
 */
export async function addPluginCommands(program: Commander, session: Session, wanted?: string): Promise<void> {
  const { openKit } = await import('../kit.ts');
  const { commands, kit, close } = await openKit({ signal: session.life.signal });
  const found = commands.filter(({ name }) => name === wanted);
  for (const { name, plugin, command } of found.length > 0 ? found : commands) {
    const description = `${command.description} (plugin ${plugin})`;
    addCommand(program, name, { ...command, description }, async (flags, args) => {
      try {
        const code = await withProgress(session, async ({ end }) => {
          end();
          return await command.run(kit, flags, args);
        });
        if (typeof code === 'number') session.exitCode = code;
      } finally {
        await close();
      }
    });
  }
}

/**
 * Adds a command by its declaration.
 *
 * @param run runs the command with the values of its options and arguments
 */
function addCommand(
  parent: Commander,
  name: string,
  command: Pick<Command, 'description' | 'arguments' | 'options'>,
  run: (...given: Parameters<Command['run']> extends [unknown, ...infer Rest] ? Rest : never) => Promise<void>,
): void {
  const added = parent.command([name, command.arguments].filter(Boolean).join(' ')).description(command.description);
  for (const [flags, declared] of Object.entries(command.options ?? {})) {
    const option: CommandOption = typeof declared === 'string' ? { description: declared } : declared;
    const { description, choices, parse } = option;
    const own = new Option(flags, description).default(option.default);
    if (choices) own.choices(choices);
    if (parse) own.argParser((value, before) => parsed(() => parse(value, before)));
    added.addOption(own);
  }
  // Commander passes the arguments, then the options, then the command.
  added.action(async (...given: unknown[]) =>
    run(given.at(-2) as Record<string, unknown>, given.slice(0, -2) as (string | string[] | undefined)[]),
  );
}

/** An error of a parser is a wrong argument. */
function parsed(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}
