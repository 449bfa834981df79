import { CODE_GROUP_ATTRIBUTE, CODE_TABS_ATTRIBUTE, EDITOR_CLASS, TITLE_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { LiveFailure } from './protocol.ts';

export interface Editor {
  /** Replaces the text without calling `onChange`. */
  setCode: (text: string) => void;
  /** Marks a line (from 1) as faulty. Without arguments, removes the mark. */
  mark: (line?: number) => void;
  html: () => string;
  focus: () => void;
  remove: () => void;
}

export interface EditorModule {
  /** Highlights code in the same way as static code. Returns HTML. `language`: extension of the file's name. */
  highlight: (code: string, language: string) => string;
  openEditor: (options: {
    container: HTMLElement;
    code: string;
    language: string;
    /** Accessible name, and a description of how to leave the editor. */
    label: string;
    description: string;
    onChange: (code: string) => void;
  }) => Editor;
}

export interface EditorsOptions {
  panel: Element;
  importEditor: () => Promise<EditorModule>;
  styles: string;
  names: string[];
  textOf: (name: string) => string;
  description: string;
  /** Files that cannot be edited, each with the reason. */
  built: { names: string[]; note: string };
  onChange: (name: string, code: string) => void;
}

/** Files that cannot be edited have no editor. */
interface OpenedFile {
  name: string;
  block: HTMLElement;
  editor?: Editor;
  pre?: HTMLElement;
  remove: () => void;
  restoreScript: () => void;
}

export type Editors = Awaited<ReturnType<typeof openEditors>>;

export async function openEditors(options: EditorsOptions) {
  const { panel, importEditor, styles, names, textOf, description, built, onChange } = options;
  const [{ openEditor }, sheet] = await Promise.all([importEditor(), loadStyles(styles)]);
  const blocks = [...panel.querySelectorAll('pre')]
    .filter(isWritten)
    .flatMap(({ parentElement }) => parentElement ?? []);
  const open = (name: string, index: number): OpenedFile[] => {
    const block = blocks[index];
    const pre = block?.querySelector('pre');
    if (!block || !pre) return [];
    if (built.names.includes(name)) return [{ name, block, ...noteBuilt(pre, built.note) }];
    const restoreScript = removeScript(block);
    const { editor, remove } = openOver(pre, (container) =>
      openEditor({
        container,
        code: textOf(name),
        language: name.split('.').at(-1) ?? '',
        label: name,
        description,
        onChange: (code) => {
          // The copy button copies the text of this element.
          pre.textContent = code;
          onChange(name, code);
        },
      }),
    );
    return [{ name, block, editor, pre, remove, restoreScript }];
  };
  const opened: OpenedFile[] = [];
  for (const [index, name] of names.entries()) {
    // Each editor opens in a separate task, so that a slow device is not blocked by all of them.
    if (index > 0) await new Promise((resolve) => setTimeout(resolve));
    opened.push(...open(name, index));
  }
  return {
    setCode(text: (name: string) => string): void {
      for (const { name, editor, pre } of opened) {
        editor?.setCode(text(name));
        if (editor && pre) pre.textContent = text(name);
      }
    },
    mark(failure: Pick<LiveFailure, 'file' | 'line'> | undefined): void {
      for (const { name, editor } of opened)
        if (failure && failure.file === name) editor?.mark(failure.line);
        else editor?.mark();
    },
    show: (name: string): void =>
      [...panel.querySelectorAll<HTMLElement>('[role="tab"]')].find((tab) => tab.textContent === name)?.click(),
    focus: (): void => (opened.find(({ block }) => block.offsetParent !== null) ?? opened[0])?.editor?.focus(),
    /** Replaces the editors with their text as static code. Returns a function that restores the published code. */
    close(): () => void {
      const restores = opened.map(closeFile);
      sheet.remove();
      return () => {
        for (const restore of restores) restore?.();
      };
    },
    remove: (): void => {
      for (const { remove, restoreScript } of opened) {
        remove();
        restoreScript();
      }
      sheet.remove();
    },
  };
}

function noteBuilt(pre: Element, text: string): Pick<OpenedFile, 'remove' | 'restoreScript'> {
  const note = document.createElement('p');
  note.className = 'live-note';
  note.textContent = text;
  pre.before(note);
  return { remove: () => note.remove(), restoreScript: () => undefined };
}

function openOver(
  pre: HTMLElement,
  openIn: (container: HTMLElement) => Editor,
): { editor: Editor } & Pick<OpenedFile, 'remove'> {
  const container = document.createElement('div');
  container.className = EDITOR_CLASS;
  pre.before(container);
  pre.hidden = true;
  const editor = openIn(container);
  const html = pre.innerHTML;
  return {
    editor,
    remove() {
      editor.remove();
      container.remove();
      pre.innerHTML = html;
      pre.hidden = false;
    },
  };
}

/** Returns a function that restores the published code, or undefined if it is shown because nothing was edited. */
function closeFile({ editor, pre, remove, restoreScript }: OpenedFile): (() => void) | undefined {
  const [html, text] = [editor?.html() ?? '', pre?.textContent];
  remove();
  const code = pre?.querySelector('code');
  if (!code || text === pre?.textContent) {
    restoreScript();
    return undefined;
  }
  const published = code.innerHTML;
  code.innerHTML = html;
  return () => {
    code.innerHTML = published;
    restoreScript();
  };
}

/** Returns false for the compiled JavaScript of a file: the second tab of a group in the panel. */
function isWritten(pre: Element): boolean {
  const group = pre.closest(`[${CODE_GROUP_ATTRIBUTE}]`);
  const hasTabs = group?.querySelector(`:scope > [${CODE_TABS_ATTRIBUTE}]`);
  return !hasTabs || group?.querySelector('pre') === pre;
}

function loadStyles(href: string): Promise<HTMLLinkElement> {
  return new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = link.onerror = () => resolve(link);
    document.head.append(link);
  });
}

/** The compiled JavaScript would not change with the file, so readers edit the text that is shown and copied. */
function removeScript(block: Element): () => void {
  const group = block.closest(`[${CODE_GROUP_ATTRIBUTE}]`);
  const list = group?.querySelector(`:scope > [${CODE_TABS_ATTRIBUTE}]`);
  if (!group || !list) return () => undefined;
  const [written, ...compiled] = group.querySelectorAll(`:scope > [${TITLE_ATTRIBUTE}]`);
  const hidden = written?.getAttribute('hidden');
  written?.removeAttribute('hidden');
  for (const element of [list, ...compiled]) element.remove();
  return () => {
    group.prepend(list);
    group.append(...compiled);
    if (typeof hidden === 'string') written?.setAttribute('hidden', hidden);
  };
}
