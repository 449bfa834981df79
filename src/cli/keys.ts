import { pc } from './colors.ts';

export interface Key {
  name: string;
  press: () => void;
}

/** Characters of Ctrl+C and Ctrl+Z in raw mode, in which the terminal sends no signals for them. */
const [INTERRUPT, SUSPEND] = ['\u0003', '\u001a'];

/** `h` lists the keys. Ctrl+C and Ctrl+Z still send their signals. Returns a function that stops listening. */
export function listenToKeys(keys: Record<string, Key>): () => void {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) return () => undefined;
  const list = (): void => {
    for (const [key, { name }] of Object.entries(keys)) stdout.write(`  ${pc.bold(key)} ${pc.dim(name)}\n`);
    stdout.write('\n');
  };
  const press = (key: string): void => {
    // On Windows, a signal to this process would end it immediately, so its handlers are called instead.
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
