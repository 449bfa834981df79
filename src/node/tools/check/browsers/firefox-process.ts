import { spawn } from 'node:child_process';

export interface FirefoxProcess {
  /** WebSocket address of its WebDriver BiDi server. */
  url: string;
  /** Ends Firefox, and waits until its profile is removed. */
  end(): Promise<void>;
}

/** Time limit of the start in milliseconds. */
const STARTING = 60_000;

/** Nothing of the browser's own interface reacts to input, and nothing is loaded for it. */
const PREFERENCES = {
  'accessibility.browsewithcaret_shortcut.enabled': false,
  'accessibility.typeaheadfind.manual': false,
  'app.normandy.enabled': false,
  'browser.download.always_ask_before_handling_new_types': false,
  'browser.download.folderList': 2,
  'browser.newtabpage.enabled': false,
  'browser.startup.page': 0,
  // The texts of Firefox's own messages distinguish them from errors of the page.
  'intl.locale.requested': 'en-US',
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
  'remote.bidi.dismiss_file_pickers.enabled': true,
  'toolkit.telemetry.server': '',
  'ui.key.menuAccessKeyFocuses': false,
};

const ARGUMENTS = [
  ...['--headless', '--no-remote', '--remote-debugging-port=0'],
  // On Windows, the first process otherwise ends while Firefox starts.
  ...(process.platform === 'win32' ? ['--wait-for-browser'] : []),
  'about:blank',
];

/**
 * A small Node process guards Firefox, and removes the profile also if this process is killed. Throws an Error with the
 * last line that Firefox printed.
 */
export async function startFirefoxProcess(executablePath: string): Promise<FirefoxProcess> {
  const values = JSON.stringify([executablePath, ARGUMENTS, PREFERENCES]);
  const child = spawn(process.execPath, ['-e', `(${guard})(require, ...JSON.parse(process.argv[1]))`, '--', values], {
    stdio: ['pipe', 'ignore', 'pipe'],
    // In a group of its own, so that Ctrl+C in a terminal does not reach it.
    detached: true,
    windowsHide: true,
    // An option such as `--inspect-brk` is meant for this process only.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const exit = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve());
  });
  const end = (): Promise<void> => {
    child.stdin.destroy();
    return exit;
  };
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let printed = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        // Later messages are read and ignored: a full pipe would stop Firefox.
        if (printed.length < 100_000) printed += text;
        const address = /^WebDriver BiDi listening on (ws:\/\/\S+)/m.exec(printed)?.[1];
        if (address) resolve(address);
      });
      child.on('error', reject);
      child.on('close', () => reject(new Error(printed.trim().split('\n').at(-1) || 'It ended without a message.')));
      setTimeout(() => reject(new Error(`It did not answer within ${STARTING / 1000} s.`)), STARTING).unref();
    });
    return { url, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * Runs in the guard, to which its source is passed, so it uses nothing from this file. Ends Firefox when the standard
 * input closes.
 */
function guard(
  require: NodeJS.Require,
  executablePath: string,
  args: string[],
  preferences: Record<string, unknown>,
): void {
  const { spawn, execFileSync } = require('node:child_process') as typeof import('node:child_process');
  const fs = require('node:fs') as typeof import('node:fs');
  const os = require('node:os') as typeof import('node:os');
  const path = require('node:path') as typeof import('node:path');
  const isWindows = process.platform === 'win32';
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'cascader-docs-firefox-'));
  const lines = Object.entries({ ...preferences, 'browser.download.dir': profile }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  fs.writeFileSync(path.join(profile, 'user.js'), lines.join(''));
  // Firefox does not start as root if the home folder belongs to another user, as in some containers.
  const env = process.getuid?.() === 0 ? { ...process.env, HOME: profile } : process.env;
  const firefox = spawn(executablePath, [...args, '--profile', profile], {
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: !isWindows,
    windowsHide: true,
    env,
  });
  const kill = (): void => {
    try {
      if (isWindows) execFileSync('taskkill', ['/pid', String(firefox.pid), '/T', '/F'], { stdio: 'ignore' });
      else if (firefox.pid !== undefined) process.kill(-firefox.pid, 'SIGKILL');
    } catch {
      // No process is left.
    }
  };
  const finish = (): void => {
    kill();
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    // Nothing else keeps the guard running.
    process.stdin.destroy();
  };
  firefox.on('error', ({ message }) => {
    fs.writeSync(2, message);
    finish();
  });
  firefox.on('exit', finish);
  process.stdin.on('close', kill).on('error', kill).resume();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, kill);
}
