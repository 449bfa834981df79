import type { DemoSource } from '../../shared/demo-source.ts';
import type { DemoData } from '../../shared/page-data.ts';
import { type Playground, STATE_EVENT, type StateRequest } from '../../shared/playground/schema.ts';
import type { EditorModule } from '../live/editors.ts';
import { createImport, type LoadModule } from '../load-module.ts';
import type { OpenPlayground } from '../playground-types.ts';
import { PlayedDemo } from './PlayedDemo.tsx';
import { createPlaygroundStore } from './playground-store.ts';

export function openPlayground({ id, source }: DemoData, playground: Playground, load: LoadModule): OpenPlayground {
  const store = createPlaygroundStore(
    playground,
    createImport(load, () => import('./preview.ts')),
  );
  const loadCode = createImport(load, () => import('./code.ts'));
  /** The editor's script has the tokenizer of static code. */
  const loadHighlight = async (): Promise<EditorModule['highlight']> => {
    const answer = await fetch(source ?? '');
    const { live } = (await answer.json()) as DemoSource;
    return (await load<EditorModule>(live.editor)).highlight;
  };
  const ended = new AbortController();
  const obey = ({ detail }: CustomEventInit<StateRequest>): void => {
    if (detail?.id === id) store.setState(detail.state);
  };
  document.addEventListener(STATE_EVENT, obey as EventListener, { signal: ended.signal });
  return {
    store,
    PlayedDemo,
    text: async () => (await loadCode()).textOf(store),
    showCode(card) {
      let end: (() => void) | undefined;
      let isLeft = false;
      const begin = (): void => {
        if (store.view.get().search === '') return;
        endWait();
        loadCode().then(
          ({ showCode }) => {
            if (!isLeft) end = showCode(card, id, { store, loadHighlight });
          },
          // The demo follows its controls without the code, too.
          () => undefined,
        );
      };
      const endWait = store.view.subscribe(begin);
      begin();
      return () => {
        isLeft = true;
        endWait();
        end?.();
      };
    },
    end() {
      ended.abort();
      store.dispose();
    },
  };
}
