import type { DemoSource } from '../../shared/demo-source.ts';
import { sizeFault } from './protocol.ts';

/** Texts by the names of files. */
export type Texts = Record<string, string>;

/** The files of a demo as they are edited, beside those that were published. */
export interface EditedFiles {
  names: () => string[];
  textOf: (name: string) => string;
  /** All texts as they are now. */
  all: () => Texts;
  /** Texts that were published. */
  originals: () => Texts;
  /** Texts that are others than those published. */
  changed: () => Texts;
  isEdited: () => boolean;
  /** Why the changed texts cannot be taken: they are too long. */
  fault: () => string | undefined;
  set: (name: string, text: string) => void;
  /** Starts from the published texts with those of an address; what is no file of the demo, or cannot be edited, is left out. */
  take: (given: Texts) => void;
  reset: () => void;
  /**
   * Takes what is published now; edited files stay as they are.
   *
   * @returns whether files follow that were not edited; undefined when they are other files
   */
  replace: (source: DemoSource) => boolean | undefined;
}

/** Creates the files of a demo as they were published. */
export function createEditedFiles(source: DemoSource): EditedFiles {
  let originals = textsOf(source);
  let files = { ...originals };
  const changed = (): Texts =>
    Object.fromEntries(Object.entries(files).filter(([name, text]) => text !== originals[name]));
  const reset = (): void => {
    files = { ...originals };
  };
  return {
    names: () => Object.keys(originals),
    textOf: (name) => files[name] ?? '',
    all: () => ({ ...files }),
    originals: () => originals,
    changed,
    isEdited: () => Object.keys(changed()).length > 0,
    fault: () => sizeFault(changed(), 'The edited files'),
    set(name, text) {
      files = { ...files, [name]: text };
    },
    take(given) {
      reset();
      for (const [name, text] of Object.entries(given))
        if (Object.hasOwn(originals, name) && !source.built?.includes(name)) files[name] = text;
    },
    reset,
    replace(next) {
      const edited = changed();
      const published = textsOf(next);
      if (Object.keys(published).join('\n') !== Object.keys(originals).join('\n')) return undefined;
      const follows = Object.keys(files).some((name) => !(name in edited) && published[name] !== originals[name]);
      source = next;
      originals = published;
      files = { ...published, ...edited };
      return follows;
    },
  };
}

function textsOf({ asset }: DemoSource): Texts {
  return Object.fromEntries(
    Object.entries(asset.dependencies).flatMap(([name, { type, value }]) => (type === 'FILE' ? [[name, value]] : [])),
  );
}
