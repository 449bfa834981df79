import type { DemoExports } from '../../shared/demo-export.ts';
import type {} from '../dev-tools.ts';
import type { LoadModule } from '../load-module.ts';

/**
 * Imports the new code of a demo beside the old one. A module that cannot be imported is no error here: rendering the demo
 * shows it.
 *
 * @param before URL of the module that runs
 * @param after URL of the one that replaces it
 * @returns whether the demo that is rendered goes on as the new one, with its state, when React is refreshed
 */
export async function replaceCode(load: LoadModule, before: string, after: string): Promise<boolean> {
  const [old, next] = await Promise.allSettled([load<DemoExports>(before), load<DemoExports>(after)]);
  if (old.status === 'rejected' || next.status === 'rejected') return false;
  const isSame = (a: unknown, b: unknown): boolean => window.cascaderDocsDev?.isSameFamily(a, b) ?? false;
  const [wrapper, newWrapper] = [old.value.setup?.Wrapper, next.value.setup?.Wrapper];
  return isSame(old.value.default, next.value.default) && (wrapper === newWrapper || isSame(wrapper, newWrapper));
}
