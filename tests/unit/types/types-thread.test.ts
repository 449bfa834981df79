import fs from 'node:fs';
import path from 'node:path';
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

/** A library with one export, and the request for its exports. */
function createRequest() {
  const projectRoot = makeFolder('types-thread');
  const entry = path.join(projectRoot, 'index.ts');
  fs.writeFileSync(entry, 'export const size = 1;\n');
  return { type: 'extract', options: { projectRoot, entry, scope: { root: projectRoot, projectRoot } } } as never;
}

it('measures the time from the last response, not from the request', async () => {
  const thread = createTypesThread({ limit: 1000 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
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

it.runIf(fs.existsSync('/proc/self/task'))('kills a compiler that hangs, and starts another one', async () => {
  const request = createRequest();
  const impatient = createTypesThread({ limit: 4000 });
  await impatient.request(request);
  const [pid] = compilers();
  process.kill(pid as number, 'SIGSTOP');
  const error = await impatient.request(createRequest()).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SilentCompilerError);
  expect(noCompiler(error)).toMatchObject({ code: 'CD817', text: expect.stringContaining('within 4 s') });
  await waitFor(() => compilers().length === 0);
  await impatient.close();

  const patient = createTypesThread();
  await expect(patient.request(request)).resolves.toMatchObject({ components: [{ id: 'size' }] });
  await patient.close();
});
