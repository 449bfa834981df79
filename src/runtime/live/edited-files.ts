import type { DemoSource } from '../../shared/demo-source.ts';
import { sizeFault } from './protocol.ts';

export type Texts = Record<string, string>;

export type EditedFiles = ReturnType<typeof createEditedFiles>;

export function createEditedFiles(source: DemoSource) {
  let originals = textsOf(source);
  let files = { ...originals };
  const changed = (): Texts =>
    Object.fromEntries(Object.entries(files).filter(([name, text]) => text !== originals[name]));
  const reset = (): void => {
    files = { ...originals };
  };
  return {
    names: (): string[] => Object.keys(originals),
    textOf: (name: string): string => files[name] ?? '',
    all: (): Texts => ({ ...files }),
    originals: (): Texts => originals,
    changed,
    isEdited: (): boolean => Object.keys(changed()).length > 0,
    errorText: (): string | undefined => sizeFault(changed(), 'The edited files'),
    set(name: string, text: string): void {
      files = { ...files, [name]: text };
    },
    /** Replaces all file contents with the published ones and those in a URL. Ignores unknown files and files that cannot be edited. */
    take(given: Texts): void {
      reset();
      for (const [name, text] of Object.entries(given))
        if (Object.hasOwn(originals, name) && !source.built?.includes(name)) files[name] = text;
    },
    reset,
    replace(next: DemoSource): boolean | undefined {
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
