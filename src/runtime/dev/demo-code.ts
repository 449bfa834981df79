import type { DemoExports } from '../../shared/demo-export.ts';
import type {} from '../dev-tools.ts';
import type { LoadModule } from '../load-module.ts';

/**
 * Imports the new code in addition to the old. A failed import is shown when the demo is rendered. Returns true if the
 * demo keeps its state.
 */
export async function replaceCode(load: LoadModule, before: string, after: string): Promise<boolean> {
  const [old] = await Promise.allSettled([load<DemoExports>(before)]);
  // The imports run one after the other, because React refreshes a component to the version that ran last.
  const [next] = await Promise.allSettled([load<DemoExports>(after)]);
  if (old.status === 'rejected' || next.status === 'rejected') return false;
  const isSame = (a: unknown, b: unknown): boolean => window.cascaderDocsDev?.isSameFamily(a, b) ?? false;
  const [wrapper, newWrapper] = [old.value.setup?.Wrapper, next.value.setup?.Wrapper];
  return isSame(old.value.default, next.value.default) && (wrapper === newWrapper || isSame(wrapper, newWrapper));
}
