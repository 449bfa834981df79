import type { Command } from 'commander';
import { type Session, withProgress } from './session.ts';

/**
 * Adds the commands of the site in the working directory, if its plugins add the wanted one.
 *
 * @param name the wanted command, which is not a built-in one
 */
export async function addPluginCommands(program: Command, session: Session, name: string): Promise<void> {
  const { siteCommands } = await import('../index.ts');
  const { signal } = session.life;
  const site = await siteCommands({ signal });
  if (!site?.commands.some((one) => one.name === name)) return;
  const { commands, kit, close } = site;
  for (const { name: own, plugin, command } of commands) {
    const added = program
      .command([own, command.arguments].filter(Boolean).join(' '))
      .description(`${command.description} (plugin ${plugin})`);
    for (const [flags, description] of Object.entries(command.options ?? {})) added.option(flags, description);
    added.action(async (...given: unknown[]) => {
      // Commander passes the arguments, then the options, then the command.
      const args = given.slice(0, -2) as (string | string[] | undefined)[];
      const flags = given.at(-2) as Record<string, string | boolean | undefined>;
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
