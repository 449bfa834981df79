import { inTime, withinClock } from '../../project/within-time.ts';
import { PluginError, type Step } from './attach-plugins.ts';
import { watchBuiltIns } from './watch-nodes.ts';

/**
 * A plugin that loops is stopped; a promise that does not settle is abandoned. `milliseconds` limits all plugins together.
 * `onStep` throws if the tree is not allowed. Throws a {@link PluginError}.
 */
export async function runSteps<Tree extends { type: 'root' }>(
  steps: Step[],
  tree: Tree,
  file: unknown,
  { milliseconds, onStep }: { milliseconds: number; onStep: (plugin: string, tree: Tree) => void },
): Promise<Tree> {
  let current = tree;
  let index = 0;
  const checkBuiltIns = watchBuiltIns();
  const take = (result: unknown): void => {
    const { plugin } = steps[index] as Step;
    checkBuiltIns();
    if (result instanceof Error) throw result;
    if (result !== undefined && result !== null) current = rootOf(result) as Tree;
    onStep(plugin, current);
    index++;
  };
  try {
    while (index < steps.length) {
      // Synchronous plugins share one time limit, which costs less than a limit for each plugin.
      const pending = withinClock(milliseconds, () => {
        while (index < steps.length) {
          const result = call((steps[index] as Step).transform, current, file);
          if (isPromise(result)) return { result };
          take(result);
        }
        return undefined;
      });
      if (pending) take(await inTime(pending.result, milliseconds));
    }
  } catch (error) {
    throw new PluginError((steps[index] as Step).plugin, error);
  }
  return current;
}

/** Like unified, passes a callback to a transformer with three parameters. */
function call(transform: Step['transform'], tree: unknown, file: unknown): unknown {
  if (transform.length < 3) return transform(tree, file);
  return new Promise((resolve, reject) => {
    transform(tree, file, (error: unknown, result: unknown) => (error ? reject(error) : resolve(result)));
  });
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (Object(value) as { then?: unknown }).then === 'function';
}

function rootOf(result: unknown): { type: 'root' } {
  const { type, children } = Object(result) as { type?: unknown; children?: unknown };
  if (type === 'root' && Array.isArray(children)) return result as { type: 'root' };
  throw new Error(`it returned ${typeof result === 'object' ? 'an object' : String(result)}, not a tree`);
}
