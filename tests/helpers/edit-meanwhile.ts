import { expect } from 'vitest';
import type { Walk } from './random-walk.ts';

/** Stages that a build reports when they begin. */
const STAGES = ['load', 'compile', 'bundle', 'prerender', 'write'] as const;

/**
 * Edits a site while it is built, as an editor or a checkout may do. The build must succeed or report errors, for the
 * files before or after the edit. The next build must equal a clean build, which proves that nothing was cached under a
 * wrong key.
 *
 * @returns how many of the builds succeeded
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
    const step = `round ${round}, during ${when}: ${done}`;
    expect([0, 1, 2, 3], `${step}\n${text}`).toContain(exitCode);
    for (const { severity, location } of diagnostics)
      if (severity === 'error') expect(location?.file, `${step}\n${text}`).toBeTruthy();
    if (exitCode === 0) made++;
    await expectClean(step, await site.build());
  }
  return made;
}
