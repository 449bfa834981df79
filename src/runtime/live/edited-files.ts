import type { DemoSource } from '../../shared/demo-source.ts';
import { sizeFault } from './protocol.ts';

export type Texts = Record<string, string>;

export interface EditedFiles {
  names: () => string[];
  textOf: (name: string) => string;
  all: () => Texts;
  originals: () => Texts;
  changed: () => Texts;
  isEdited: () => boolean;
  /** Returns an error message if the changed files are too long. */
  errorText: () => string | undefined;
  set: (name: string, text: string) => void;
  /** Replaces all file contents with the published ones and those in an address. Ignores unknown files and files that cannot be edited. */
  take: (given: Texts) => void;
  reset: () => void;
  replace: (source: DemoSource) => boolean | undefined;
}

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
    errorText: () => sizeFault(changed(), 'The edited files'),
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
