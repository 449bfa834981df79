import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
// Its style sheets are part of all demos, too.
import * as preview from '__PREVIEW__';

type Decorator = (Story: ComponentType, context: object) => ReactNode;

const Demo = createContext<ReactNode>(null);
const { default: main, ...named } = preview as { default?: object };
const { decorators = [] } = { ...named, ...main } as { decorators?: Decorator | Decorator[] };
const context = { args: {}, globals: {}, parameters: {}, viewMode: 'story' };

// The first decorator is the innermost one.
const Decorated = [decorators].flat().reduce<ComponentType>(
  (Story, decorator) => () => decorator(Story, context),
  () => useContext(Demo),
);

/** Is around each demo. */
export function Wrapper({ children }: { children: ReactNode }) {
  return (
    <Demo.Provider value={children}>
      <Decorated />
    </Demo.Provider>
  );
}
