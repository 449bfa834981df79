import { expect } from 'vitest';
import type { Walk } from './random-walk.ts';

/** What a build has begun with when it tells of a stage. */
const STAGES = ['load', 'compile', 'bundle', 'prerender', 'write'] as const;

/**
 * Edits a site while it is built, as an editor or a checkout may. That build makes a site or tells what is wrong, of what was
 * there before or after; the next one makes what a clean one does, so nothing was kept under the name of something else.
 *
 * @returns how many of the builds have made a site
 */
export async function editMeanwhile({ site, random, edit, expectClean }: Walk, rounds: number): Promise<number> {
  let made = 0;
  for (let round = 0; round < rounds; round++) {
    const when = STAGES[random(STAGES.length)];
    let done = '';
    const { exitCode, text, diagnostics } = await site.build({
      onStage: (stage) => {
        if (stage === when && !done) done = edit();
      },
    });
    const step = `round ${round}, while it was to ${when}: ${done}`;
    expect([0, 1, 2, 3], `${step}\n${text}`).toContain(exitCode);
    for (const { severity, location } of diagnostics)
      if (severity === 'error') expect(location?.file, `${step}\n${text}`).toBeTruthy();
    if (exitCode === 0) made++;
    await expectClean(step, await site.build());
  }
  return made;
}
