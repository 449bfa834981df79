import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { SilentCompilerError } from '../../../src/node/types/compiler/binary.ts';
import { noCompiler } from '../../../src/node/types/types-reader.ts';
import { createTypesThread } from '../../../src/node/types/types-thread.ts';
import { waitFor } from '../../helpers/dev-site.ts';
import { makeFolder } from '../../helpers/folder.ts';

/** Ids of the compilers that this process has started. */
function compilers(): number[] {
  const threads = fs.readdirSync(`/proc/${process.pid}/task`);
  return threads
    .flatMap((thread) => fs.readFileSync(`/proc/${process.pid}/task/${thread}/children`, 'utf8').split(' '))
    .filter((pid) => pid !== '' && commandOf(pid).includes('@typescript'))
    .map(Number);
}

function commandOf(pid: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // The process has ended meanwhile.
    return '';
  }
}

/** A library, by default with one export, and the request for its exports. */
function createRequest(source = 'export const size = 1;\n', name = 'index.ts') {
  const projectRoot = makeFolder('types-thread');
  const entry = path.join(projectRoot, name);
  fs.writeFileSync(entry, source);
  return { type: 'extract', options: { projectRoot, entry, scope: { root: projectRoot, projectRoot } } } as never;
}

it('measures the time from the last response, not from the request', async () => {
  const thread = createTypesThread({ limit: 1000 });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const [first, second] = [thread.request(createRequest()), thread.request(createRequest())];
    second.catch(() => undefined);
    vi.advanceTimersByTime(900);
    await first;
    vi.advanceTimersByTime(900);
    await expect(second).resolves.toMatchObject({ components: [{ id: 'size' }] });
  } finally {
    vi.useRealTimers();
    await thread.close();
  }
});

it.runIf(fs.existsSync('/proc/self/task'))('ends a compiler that rests, and starts another one', async () => {
  const thread = createTypesThread();
  try {
    await thread.rest();
    // The compiler of the test before may still be ending.
    await expect.poll(compilers).toEqual([]);
    await Promise.all([thread.request(createRequest()), thread.rest()]);
    // The process ends after its channel is closed.
    await expect.poll(compilers).toEqual([]);
    expect(await thread.request(createRequest())).toMatchObject({ components: [{ id: 'size' }] });
    expect(compilers()).toHaveLength(1);
  } finally {
    await thread.close();
  }
});

it.runIf(fs.existsSync('/proc/self/task'))('ends the compiler after a pause, and starts another one', async () => {
  const thread = createTypesThread({ pause: 20 });
  try {
    for (let round = 0; round < 2; round++) {
      const answers = await Promise.all([thread.request(createRequest()), thread.request(createRequest())]);
      expect(answers).toMatchObject([{ components: [{ id: 'size' }] }, { components: [{ id: 'size' }] }]);
      await expect.poll(compilers).toEqual([]);
    }
  } finally {
    await thread.close();
  }
});

it.runIf(fs.existsSync('/proc/self/task'))('waits for a compiler that gets little processor time', async () => {
  const limit = 6000;
  // The compiler of the test before may still be ending.
  await expect.poll(compilers).toEqual([]);
  const thread = createTypesThread({ limit });
  await thread.request(createRequest());
  const [pid = 0] = compilers();
  const source = "import React from 'react';\nexport const Box = (props: React.ComponentProps<'a'>) => null;\n";
  let isAnswered = false;
  const begin = performance.now();
  const answer = thread.request(createRequest(source)).finally(() => {
    isAnswered = true;
  });
  while (!isAnswered) {
    process.kill(pid, 'SIGSTOP');
    await delay(400);
    process.kill(pid, 'SIGCONT');
    await delay(15);
  }
  await answer;
  await thread.close();
  expect(performance.now() - begin).toBeGreaterThan(limit);
});

it.runIf(fs.existsSync('/proc/self/task'))('kills a compiler that hangs, and starts another one', async () => {
  const request = createRequest();
  await expect.poll(compilers).toEqual([]);
  const impatient = createTypesThread({ limit: 4000 });
  await impatient.request(request);
  const [pid] = compilers();
  process.kill(pid as number, 'SIGSTOP');
  const error = await impatient.request(createRequest()).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SilentCompilerError);
  expect(noCompiler(error)).toMatchObject({
    code: 'CD817',
    text: expect.stringContaining('within 4 s of processor time'),
  });
  await waitFor(() => compilers().length === 0);
  await impatient.close();

  const patient = createTypesThread();
  await expect(patient.request(request)).resolves.toMatchObject({ components: [{ id: 'size' }] });
  await patient.close();
});

it('reports a compiler that crashes with what it printed, and starts another one', async () => {
  const thread = createTypesThread();
  try {
    const error: unknown = await thread.request(createRequest('x', 'list')).catch((reason: unknown) => reason);
    expect(noCompiler(error)).toMatchObject({ code: 'CD818', text: expect.stringMatching(/responded: panic: .+/) });
    await expect(thread.request(createRequest())).resolves.toMatchObject({ components: [{ id: 'size' }] });
  } finally {
    await thread.close();
  }
});
