import path from 'node:path';
import { expect, it } from 'vitest';
import { createDemoRenderer } from '../../src/node/render/demos/demo-renderer.ts';
import { renderVerified } from '../../src/node/render/demos/prerender-demos.ts';
import { createRandom } from '../helpers/random.ts';

/** A package that counts, as packages count ids, and one without state. */
const PACKAGES = `globalThis.cascaderModules = {};
let count;
cascaderModules.counter = () => (count ??= { value: 0 });
cascaderModules.plain = () => ({ text: 'plain' });`;

const DEMOS = Array.from({ length: 48 }, (_, index) => `demo-${index}`);
const moduleOf = (id: string): string => (Number(id.slice(5)) % 6 === 0 ? 'counter' : 'plain');
const CODE = `globalThis.demos = Object.fromEntries(${JSON.stringify(DEMOS)}.map((id) => [id, async () => {
  const counts = Number(id.slice(5)) % 6 === 0;
  return { html: counts ? 'count ' + ++require('counter').value : require('plain').text, styles: [] };
}]));`;

const folder = path.resolve(import.meta.dirname, '../..');
const reactFolders = new Map(['react', 'react-dom'].map((name) => [name, folder]));

async function render(ids: string[], processes: number): Promise<Record<string, string>> {
  const renderer = createDemoRenderer({ timeout: 10_000, processes, perProcess: 12 });
  try {
    const scripts = [
      { name: 'packages.js', code: PACKAGES, isOwn: false },
      { name: 'demos.js', code: CODE, isOwn: true },
    ];
    const demos = ids.map((id) => ({ id, modules: [moduleOf(id)], isAlone: false }));
    const { answers } = await renderVerified(demos, (requested, options) =>
      renderer.render({ scripts, reactFolders, demos: requested, isTrial: false, ...options }, 'production'),
    );
    return Object.fromEntries(
      DEMOS.map((id) => {
        const answer = answers.get(id);
        return [id, answer?.type === 'done' ? answer.html : 'failed'];
      }),
    );
  } finally {
    renderer.close();
  }
}

it('demos have the same HTML in any order, and in any number of processes', async () => {
  const expected = Object.fromEntries(DEMOS.map((id) => [id, moduleOf(id) === 'plain' ? 'plain' : 'count 1']));
  const random = createRandom(1);
  for (const processes of [1, 2, 4]) {
    const order = DEMOS.map((id) => ({ id, at: random() })).sort((a, b) => a.at - b.at);
    expect(
      await render(
        order.map(({ id }) => id),
        processes,
      ),
    ).toEqual(expected);
  }
});

it('a process that gets another script compares only demos of that script', async () => {
  const renderer = createDemoRenderer({ timeout: 10_000, processes: 1 });
  try {
    for (const id of ['first', 'second']) {
      const scripts = [
        { name: 'packages.js', code: PACKAGES, isOwn: false },
        {
          name: 'demos.js',
          code: `globalThis.demos = { ${id}: async () => ({ html: '${id}', styles: [] }) };`,
          isOwn: true,
        },
      ];
      const demos = [{ id, modules: ['plain'], isAlone: false }];
      const request = { scripts, reactFolders, demos, verifies: true, isTrial: false };
      const { answers, verified } = await renderer.render(request, 'production');
      expect(answers).toMatchObject([{ type: 'done', html: id }]);
      expect(verified).toEqual([{ ids: [id], same: [id], different: [] }]);
    }
  } finally {
    renderer.close();
  }
});
