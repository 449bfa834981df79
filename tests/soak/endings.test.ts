import { afterAll, describe, expect, it } from 'vitest';
import { endSeen } from '../helpers/command.ts';
import { COMMANDS, createLibrarySite, FAULTS, spoil } from '../helpers/faulty-sites.ts';

afterAll(endSeen);

describe.concurrent('a command that meets an error exits, and leaves nothing behind', () => {
  const cases = [true, false].flatMap((types) =>
    [true, false].flatMap((kept) =>
      FAULTS.filter(({ needsTypes }) => types || !needsTypes).map((fault) => ({ ...fault, types, kept })),
    ),
  );

  it.each(cases)('$stage: $what, with types: $types, with a cache: $kept', async ({ types, kept, ...fault }) => {
    const site = await createLibrarySite({ types });
    if (kept) await site.run(['build', '.']);
    await spoil(site, fault);
    for (const [index, command] of COMMANDS.entries()) {
      if (!kept) await site.empty();
      const args = [...command.split(' '), '.', ...(command === 'build' ? (fault.args ?? []) : [])];
      const { code, left, stderr } = await site.run(args);
      expect({ command, code, left }).toEqual({ command, code: fault.codes[index], left: [] });
      expect(stderr).not.toMatch(/\n\s+at .*node:|fatal error/);
    }
  });
});

describe.concurrent('a command that is stopped by a signal leaves nothing behind', () => {
  const commands = [...COMMANDS, 'sandbox create --dry-run --root', 'dev --port 0', 'preview --port 0'];
  const cases = commands.flatMap((command) =>
    (['SIGINT', 'SIGTERM'] as const).flatMap((signal) =>
      Array.from({ length: 10 }, (_, moment) => ({ command, signal, after: 100 + moment * 150 })),
    ),
  );

  it.each(cases)('$command: $signal after $after ms', async ({ command, signal, after }) => {
    const site = await createLibrarySite({ types: true });
    const server = /^(dev|preview)/.test(command);
    // A server is always stopped, because it never exits by itself.
    const signals: [NodeJS.Signals, number][] = [
      [signal, after],
      [signal, after + 20],
      ...(server ? [[signal, 8000] as [NodeJS.Signals, number]] : []),
    ];
    const { code, left, stderr } = await site.run([...command.split(' '), '.'], { signals });
    expect([0, 2, signal === 'SIGINT' ? 130 : 143, signal]).toContain(code);
    expect(left).toEqual([]);
    expect(stderr).not.toMatch(/\n\s+at .*node:|fatal error/);
  });
});
