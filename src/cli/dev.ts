import { execFile } from 'node:child_process';
import { fstatSync } from 'node:fs';
import path from 'node:path';
import type { DevServer, DevUpdate } from '../index.ts';
import {
  type Command,
  colors,
  EXIT,
  exposedWarning,
  FORMAT,
  type Format,
  type Kit,
  parsePort,
  ROOT,
  urlLines,
} from '../kit/kit.ts';
import { packageVersion } from '../node/base/package-dir.ts';
import type { Life } from './process.ts';

interface DevFlags {
  root?: string;
  base?: string;
  port: number;
  strictPort?: boolean;
  host: string;
  open?: boolean;
  format: Format;
}

/** Time limit for closing the server, in milliseconds. It is short, because the user waits. */
const CLOSE_TIME = 500;
/** Maximum number of files that the line about an update lists. */
const FILES_NAMED = 3;

/** Returns the command that serves a site until the process receives a signal. */
export const createDev = (life: Life): Command => ({
  description: 'serve the site while you write: open pages update when you save',
  arguments: ROOT,
  options: {
    '--base <path>': 'path that the site is served under, if different from the configuration',
    '--port <number>': { description: 'port; if it is in use, the next free port', parse: parsePort, default: 4171 },
    '--strict-port': 'fail if the port is in use',
    '--host <name>': {
      description: 'address to listen on; with 0.0.0.0, other machines can read the site',
      default: 'localhost',
    },
    '--open': 'open the site in the browser',
    ...FORMAT,
  },
  async run(kit, flags: DevFlags) {
    await dev(kit, flags, life);
    return life.exitCode ?? EXIT.ok;
  },
});

async function dev(kit: Kit, flags: DevFlags, life: Life): Promise<void> {
  const start = performance.now();
  const { open, format, ...options } = flags;
  const whenParentIsGone = followParent();
  const { createDevServer } = await import('../index.ts');
  const server = await createDevServer({
    ...options,
    signal: life.signal,
    onUpdate: (update) => printUpdate(update, format),
    onDiagnostics: kit.report,
    onPolling: (reason) => process.stderr.write(`${colors.yellow('!')} ${reason}\n`),
    onError: printError,
  });
  if (life.signal.aborted && life.exitCode === undefined) {
    // The author's code threw an unhandled error before errors could be printed.
    await server.close();
    throw life.signal.reason;
  }
  life.survive(printError);
  printStart(server, format, Math.round(performance.now() - start));
  if (open) openBrowser(server.urls[0] ?? '');
  await new Promise<void>((resolve) => {
    const stop = listenToKeys({
      r: { name: 'restart', press: () => void restart(server) },
      u: { name: 'print the URLs', press: () => printUrls(server) },
      o: { name: 'open the site in the browser', press: () => openBrowser(server.urls[0] ?? '') },
      c: { name: 'clear the terminal', press: () => process.stdout.write('\u001b[2J\u001b[3J\u001b[H') },
      q: { name: 'quit', press: end },
    });
    function end(): void {
      stop();
      resolve();
    }
    whenParentIsGone(end);
    void life.end.then(end, end);
  });
  await Promise.race([server.close(), new Promise((resolve) => setTimeout(resolve, CLOSE_TIME))]);
}

function printError(error: unknown): void {
  process.stderr.write(`${colors.red('✖')} ${error instanceof Error ? error.message : String(error)}\n`);
}

async function restart(server: DevServer): Promise<void> {
  const start = performance.now();
  await server.restart();
  process.stdout.write(`${clock()}restarted ${colors.dim(`${Math.round(performance.now() - start)} ms`)}\n`);
}

function printStart(server: DevServer, format: Format, time: number): void {
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ urls: server.urls, time })}\n`);
  } else {
    if (process.stdout.isTTY)
      process.stdout.write(`\n  ${colors.bold('cascader-docs')} ${packageVersion}  ${colors.dim(`${time} ms`)}\n\n`);
    printUrls(server);
    if (isInteractive()) process.stdout.write(`  ${colors.dim('press')} h ${colors.dim('to list the keys')}\n\n`);
  }
  if (server.exposed) process.stderr.write(`${exposedWarning()}\n`);
}

function printUrls({ urls }: DevServer): void {
  process.stdout.write(`${urlLines(urls)}\n`);
}

function printUpdate({ kind, files, time }: DevUpdate, format: Format): void {
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ update: { kind, files, time } })}\n`);
    return;
  }
  const named = files.slice(0, FILES_NAMED).join(', ');
  const more = files.length > FILES_NAMED ? ` and ${files.length - FILES_NAMED} more` : '';
  const what = kind === 'restart' ? 'restarted for' : 'updated';
  process.stdout.write(`${clock()}${what} ${named}${more} ${colors.dim(`${time} ms`)}\n`);
}

function clock(): string {
  return process.stdout.isTTY ? `${colors.dim(new Date().toTimeString().slice(0, 8))} ` : '';
}

function isInteractive(): boolean {
  return Boolean(process.stdin.isTTY && process.stdout.isTTY);
}

/** If the command or a browser is missing, nothing happens. */
function openBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? [
            path.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'rundll32.exe'),
            'url.dll,FileProtocolHandler',
            url,
          ]
        : ['xdg-open', url];
  execFile(command as string, args, (error) => {
    if (error) process.stderr.write(`${colors.yellow('!')} No browser could be opened: ${url}\n`);
  });
}

/** Detects the end of standard input if it is a pipe. An earlier end is ignored, because some programs close the pipe immediately. */
function followParent(): (onGone: () => void) => void {
  if (!isPipe()) return () => undefined;
  const { stdin } = process;
  stdin.on('error', () => undefined).resume();
  return (onGone) => {
    if (!stdin.readableEnded) stdin.once('end', onGone);
  };
}

function isPipe(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isSocket();
  } catch {
    // Standard input was closed from the beginning.
    return false;
  }
}

interface Key {
  name: string;
  press: () => void;
}

/** Characters that Ctrl+C and Ctrl+Z produce in raw mode, in which the terminal does not convert them to signals. */
const [INTERRUPT, SUSPEND] = ['\u0003', '\u001a'];

/** `h` lists the keys. Ctrl+C and Ctrl+Z still send their signals. Returns a function that stops listening. */
function listenToKeys(keys: Record<string, Key>): () => void {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) return () => undefined;
  const list = (): void => {
    for (const [key, { name }] of Object.entries(keys)) stdout.write(`  ${colors.bold(key)} ${colors.dim(name)}\n`);
    stdout.write('\n');
  };
  const press = (key: string): void => {
    // On Windows, a signal to this process would terminate it immediately, so its handlers are called instead.
    if (key === INTERRUPT) process.emit('SIGINT', 'SIGINT');
    else if (key === SUSPEND && process.platform !== 'win32') suspend();
    else if (key === 'h') list();
    else if (Object.hasOwn(keys, key)) keys[key]?.press();
  };
  const onData = (data: Buffer): void => {
    for (const key of data.toString()) press(key);
  };
  const suspend = (): void => {
    stdin.setRawMode(false);
    process.once('SIGCONT', () => stdin.setRawMode(true));
    process.kill(process.pid, 'SIGTSTP');
  };
  stdin.setRawMode(true);
  stdin.resume();
  stdin.on('data', onData);
  return () => {
    stdin.off('data', onData);
    stdin.setRawMode(false);
    stdin.pause();
  };
}
