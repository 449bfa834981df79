import type { DemoSource, LiveScripts } from '../../shared/demo-source.ts';
import type { LiveFrame } from './live-frame.ts';

export type FrameLives = ReturnType<typeof createFrameLives>;

/** Manages the frame across restarts. There is at most one frame at a time. */
export function createFrameLives(
  source: () => DemoSource,
  create: (live: LiveScripts, scripts: string[]) => LiveFrame,
) {
  let frame: LiveFrame | undefined;
  let starting: Promise<LiveFrame | undefined> | undefined;
  let generation = 0;
  const loaded = new Set<string>();

  const start = (): Promise<LiveFrame | undefined> => {
    const own = generation;
    const { live } = source();
    starting ??= Promise.all([live.compiler, ...live.modules].map(loadText)).then((scripts) => {
      if (own !== generation) return undefined;
      frame = create(live, scripts);
      return frame;
    });
    return starting;
  };
  return {
    current: (): LiveFrame | undefined => frame,
    /** Resolves to undefined if the frame was given up meanwhile. `compilers` are URLs. */
    async startWith(compilers: string[]): Promise<LiveFrame | undefined> {
      const missing = compilers.filter((url) => !loaded.has(url));
      try {
        const [started, ...scripts] = await Promise.all([start(), ...missing.map(loadText)]);
        for (const [index, url] of missing.entries()) {
          if (!loaded.has(url)) started?.load(scripts[index] ?? '');
          loaded.add(url);
        }
        return started;
      } catch (error) {
        starting = undefined;
        throw error;
      }
    },
    giveUp(): void {
      generation++;
      frame = undefined;
      starting = undefined;
      loaded.clear();
    },
  };
}

async function loadText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: the host answers ${response.status}`);
  return await response.text();
}
