import type { DemoExports } from '../../shared/demo-export.ts';
import type {} from '../dev-tools.ts';
import type { LoadModule } from '../load-module.ts';

/**
 * Imports the new code of a demo in addition to the old code. A failed import is not an error here: rendering the demo
 * shows it.
 *
 * @param before URL of the current module
 * @param after URL of the new module
 * @returns whether the rendered demo keeps its state with the new code when React is refreshed
 */
export async function replaceCode(load: LoadModule, before: string, after: string): Promise<boolean> {
  const [old, next] = await Promise.allSettled([load<DemoExports>(before), load<DemoExports>(after)]);
  if (old.status === 'rejected' || next.status === 'rejected') return false;
  const isSame = (a: unknown, b: unknown): boolean => window.cascaderDocsDev?.isSameFamily(a, b) ?? false;
  const [wrapper, newWrapper] = [old.value.setup?.Wrapper, next.value.setup?.Wrapper];
  return isSame(old.value.default, next.value.default) && (wrapper === newWrapper || isSame(wrapper, newWrapper));
}
