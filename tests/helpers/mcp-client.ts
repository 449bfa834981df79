/** A client of `cascader-docs mcp`. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterFile } from './after-file.ts';
import { BIN } from './command.ts';

/**
 * Starts a client that speaks the protocol, as an editor does.
 *
 * @param args of the command `mcp`
 */
export function startClient(args: string[], { cwd, env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [BIN, 'mcp', ...args], {
    cwd,
    env: { ...process.env, ...env },
  });
  afterFile(() => void child.kill());
  const waiting = new Map<number, (message: { result?: unknown; error?: unknown }) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const send = (message: object): boolean => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let last = 0;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  const question = async (method: string, params: object): Promise<any> => {
    const id = ++last;
    const answered = new Promise<{ result?: unknown; error?: unknown }>((resolve, reject) => {
      waiting.set(id, resolve);
      child.once('exit', () => reject(new Error(`The server has ended: ${errors}`)));
    });
    send({ id, method, params });
    const { result, error } = await answered;
    if (error) throw new Error(JSON.stringify(error));
    return result;
  };
  child.setMaxListeners(0);
  const started = question('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  const ready = started.then(() => send({ method: 'notifications/initialized' }));
  // A test that expects the server to end does not wait for it.
  ready.catch(() => undefined);
  const ask = async (method: string, params: object) => {
    await ready;
    return await question(method, params);
  };
  const text = async (name: string, given: object): Promise<string> =>
    (await ask('tools/call', { name, arguments: given })).content[0].text;
  return {
    /** What the server says about itself. */
    instructions: started.then(
      ({ instructions }): string | undefined => instructions,
      () => undefined,
    ),
    ask,
    text,
    json: async (name: string, given: object) => JSON.parse(await text(name, given)),
    end: () =>
      new Promise<number | null>((resolve) => {
        child.removeAllListeners('exit').once('exit', resolve);
        child.stdin.end();
      }),
  };
}
