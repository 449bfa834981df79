import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { writeEditHash } from '../../../src/runtime/live/edit-link.ts';
import { createSite } from '../../helpers/build-site.ts';
import { type Engine, startEngine } from '../../helpers/engines/start-engine.ts';
import {
  type ArmedAttack,
  type Attack,
  attackingDemo,
  attackingPage,
  CALLING,
  LEAVING,
  STAYING,
} from '../../helpers/frame-attacks.ts';
import { serveBuilt } from '../../helpers/serve-built.ts';
import { setTrap, type Trap } from '../../helpers/trap.ts';

const plain = "import { createRoot } from 'react-dom/client';\nexport default () => <p>{typeof createRoot}</p>;\n";
const fences = LEAVING.map(() => `\`\`\`tsx\n${plain}\`\`\`\n`).join('\n');
const files = {
  'docs/index.md': '# Home\n\n<code src="../demos/plain.tsx"></code>\n',
  'docs/leaving.md': `# Leaving\n\n${fences}`,
  'demos/plain.tsx': plain,
};
/** Attacks take long when several engines share a processor. */
const PATIENCE = { timeout: 45_000, interval: 200 };
let site = '';
let siteWithoutPolicy = '';

beforeAll(async () => {
  const serve = async (more: Record<string, string>): Promise<string> => {
    const { root, build } = await createSite({ ...files, ...more });
    expect((await build()).text).toBe('');
    return await serveBuilt({ root });
  };
  site = await serve({});
  siteWithoutPolicy = await serve({ 'cascader-docs.config.ts': 'export default { csp: false };' });
});

/** Whether SECURITY.md lists this attack as possible. */
function isDocumented(engine: string, attack: string, what?: string): boolean {
  // These engines connect to a host before they check whether the frame may go there.
  if (what === 'a connection')
    return engine === 'chromium' || (engine === 'webkit' && attack === 'a link to a new window');
  return engine === 'firefox' && attack === 'closing the page';
}

describe.each(inject('engines'))('an edited demo in %s', (name) => {
  let engine: Engine;
  let trap: Trap;
  const arm = (attack: Attack): ArmedAttack => ({ ...attack, host: trap.hostOf(attack.name) });

  beforeAll(async () => {
    trap = await setTrap([...STAYING, ...LEAVING].map((attack) => attack.name));
    engine = await startEngine(name);
  });

  afterAll(async () => {
    await engine?.close();
    await trap?.close();
  });

  // Proves that the trap records attacks from an unrestricted page, so its silence about demos means something.
  it.runIf(name === 'chromium')('makes attacks that succeed elsewhere', async () => {
    const server = http.createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(attackingPage(CALLING.map(arm)));
    });
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const page = await engine.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitFor(() => 'outcomes' in window);
    await page.close();
    expect(trap.calls.size).toBeGreaterThan(90);
    trap.calls.clear();
  });

  it(`finds none of ${STAYING.length} ways to call another host, to open a window or to touch the page`, async () => {
    const attacks = STAYING.filter((attack) => !isDocumented(name, attack.name)).map(arm);
    const hash = await writeEditHash('docs-demo-plain', { 'index.tsx': attackingDemo(attacks) });
    const page = await engine.open(`${site}/${hash}`);
    await page.click('.link-note button');
    await expect
      .poll(() => page.evaluate(outcomeInPage), PATIENCE)
      .toMatch(/All attacks|left its frame|did not answer/);
    expect([...trap.calls]).toEqual([]);
    expect(await page.evaluate(outcomeInPage)).toMatch(/^All attacks were made: nothing came of them/);
    expect(await page.evaluate(stateOfPage)).toEqual({
      address: '/',
      title: 'Home',
      taken: false,
      kept: [],
      frames: 1,
    });
    await page.close();
  });

  it.each([
    ['with its policy', LEAVING],
    ['with csp: false', LEAVING.slice(0, 3)],
  ])('sends nothing when it leaves its frame, in a site %s', async (which, attacks) => {
    const page = await engine.open(`${which === 'with its policy' ? site : siteWithoutPolicy}/leaving`);
    await page.evaluate(
      writeIntoAll,
      attacks.map((attack) => attackingDemo([arm(attack)])),
    );
    await expect.poll(() => page.evaluate(countFailures), PATIENCE).toBe(attacks.length);
    expect([...trap.calls].filter(([attack, what]) => !isDocumented(name, attack, what))).toEqual([]);
    expect(await page.evaluate(() => document.title)).toBe('Leaving');
    trap.calls.clear();
    await page.close();
  });
});

/** Runs in the page: returns the message below the demo. */
function outcomeInPage(): string {
  return document.querySelector<HTMLElement>('.live-failure')?.innerText ?? '';
}

/** Runs in the page: returns the number of demos that are reported as failed. */
function countFailures(): number {
  return document.querySelectorAll('.live-failure').length;
}

/** Runs in the page: returns everything that an attack could have changed. */
async function stateOfPage() {
  const databases = await indexedDB.databases();
  return {
    address: location.pathname,
    title: document.title,
    taken: 'taken' in window,
    kept: [
      document.cookie,
      localStorage.getItem('taken'),
      sessionStorage.getItem('taken'),
      ...databases.map((database) => database.name),
      ...(await caches.keys()),
    ].filter(Boolean),
    frames: frames.length,
  };
}

/** Runs in the page: opens the editor of every demo and replaces its text. */
async function writeIntoAll(texts: string[]): Promise<void> {
  const until = async <T>(find: () => T | null | undefined): Promise<T> => {
    for (;;) {
      const found = find();
      if (found) return found;
      // Polls: the page offers no other way to wait.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const cards = [...document.querySelectorAll('[data-demo]')].slice(0, texts.length);
  const areas: HTMLTextAreaElement[] = [];
  for (const card of cards) {
    card.scrollIntoView();
    await until(() => card.matches('[data-hydrated]'));
    const details = card.querySelector('details');
    if (details) details.open = true;
    const buttons = (): HTMLButtonElement[] => [...card.querySelectorAll('button')];
    (await until(() => buttons().find((button) => button.textContent === 'Edit'))).click();
    areas.push(await until(() => card.querySelector<HTMLTextAreaElement>('.live-editor textarea')));
  }
  for (const [index, area] of areas.entries()) {
    area.value = texts[index] ?? '';
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}
