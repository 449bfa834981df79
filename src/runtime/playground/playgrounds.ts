import type { LoadModule } from '../load-module.ts';
import type { OpenPlayground, Playgrounds } from '../playground-types.ts';

export function createPlaygrounds(load: LoadModule): Playgrounds {
  const opening = new Map<string, Promise<OpenPlayground>>();
  const open = new Map<string, OpenPlayground>();
  return {
    of(demo) {
      const { id, playground } = demo;
      if (!playground) {
        open.get(id)?.end();
        opening.delete(id);
        open.delete(id);
        return undefined;
      }
      const known = opening.get(id);
      if (known) return known;
      const made = load(() => import('./open-playground.tsx')).then(({ openPlayground }) => {
        const own = openPlayground(demo, playground, load);
        if (opening.get(id) === made) open.set(id, own);
        else own.end();
        return own;
      });
      // The next call tries again.
      made.catch(() => opening.delete(id));
      opening.set(id, made);
      return made;
    },
    current: (id) => open.get(id),
    clear() {
      for (const { end } of open.values()) end();
      open.clear();
      opening.clear();
    },
  };
}
