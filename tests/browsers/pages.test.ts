import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ofEachKind, type Step } from '../helpers/demo-recipes.ts';
import { playMouse } from '../helpers/engines/play-mouse.ts';
import { type Engine, startEngine } from '../helpers/engines/start-engine.ts';
import { wake } from '../helpers/engines/wake.ts';

/** Other tests open every demo in Chromium. */
const routes: [route: string, mouse: Step[]][] = [
  ['/', []],
  ['/Changelog', []],
  ['/no/such/page', []],
  ...ofEachKind.map(({ slug, mouse }): [string, Step[]] => [`/demo/${slug}`, mouse]),
];

describe.each(inject('engines'))('%s', (name) => {
  let engine: Engine;

  beforeAll(async () => {
    engine = await startEngine(name);
  });

  afterAll(() => engine?.close());

  it.each(routes)('%s hydrates, works as described and logs nothing', async (route, mouse) => {
    const page = await engine.open(inject('ownSite') + route);
    await wake(page);
    await playMouse(page, mouse);
    const messages = await page.messages();
    expect(messages.filter((message) => route !== '/no/such/page' || !message.includes('404'))).toEqual([]);
    await page.close();
  });
});
