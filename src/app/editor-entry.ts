/** Code editor: loaded when Edit is pressed. It uses the same tokenizer as static code, so that colors do not change. */
import { createEditor } from 'prism-code-editor';
import { defaultCommands, editHistory } from 'prism-code-editor/commands';
import { highlightText } from 'prism-code-editor/prism';
import 'prism-code-editor/prism/languages/css';
import 'prism-code-editor/prism/languages/json';
import 'prism-code-editor/prism/languages/jsx';
import 'prism-code-editor/prism/languages/less';
import 'prism-code-editor/prism/languages/tsx';
import 'prism-code-editor/languages/css';
import 'prism-code-editor/languages/json';
import 'prism-code-editor/languages/jsx';
import './editor.css';
import type { EditorModule } from '../runtime/live/editors.ts';

/** Attribute of the line with an error. */
const MARK = 'data-fault';
const LANGUAGES: Record<string, string> = { ts: 'tsx', js: 'jsx', mjs: 'jsx' };

const languageOf = (extension: string): string => LANGUAGES[extension] ?? extension;

export const highlight: EditorModule['highlight'] = (code, language) => highlightText(code, languageOf(language));

export const openEditor: EditorModule['openEditor'] = ({ container, code, language, label, description, onChange }) => {
  let ready = false;
  const editor = createEditor(container, {
    language: languageOf(language),
    value: code,
    lineNumbers: false,
    tabSize: 2,
    onUpdate: (value) => {
      if (ready) onChange(value);
    },
  });
  editor.addExtensions(defaultCommands(), editHistory());
  const { textarea, keyCommandMap } = editor;
  textarea.setAttribute('aria-label', label);
  textarea.setAttribute('aria-description', description);
  textarea.spellcheck = false;
  // Tab indents, so keyboard users need another way to leave: Escape, then Tab.
  let leaving = false;
  const indent = keyCommandMap.Tab;
  keyCommandMap.Escape = () => {
    leaving = true;
  };
  keyCommandMap.Tab = (event, selection, value) => (leaving ? false : indent?.(event, selection, value));
  const stay = ({ key }: KeyboardEvent): void => {
    if (!['Escape', 'Tab', 'Shift'].includes(key)) leaving = false;
  };
  textarea.addEventListener('keydown', stay);
  textarea.addEventListener('blur', () => {
    leaving = false;
  });
  ready = true;
  let marked: number | undefined;
  /** Sets the mark again, because the editor replaces changed lines. */
  const showMark = (): void => {
    for (const [index, line] of [...editor.lines].entries()) line.toggleAttribute(MARK, index === marked);
  };
  editor.on('update', showMark);
  return {
    mark(line) {
      marked = line;
      if (line === undefined) textarea.removeAttribute('aria-invalid');
      else textarea.setAttribute('aria-invalid', 'true');
      showMark();
    },
    // The first element contains the text area.
    html: () =>
      [...editor.lines]
        .slice(1)
        .map(({ innerHTML }) => innerHTML)
        .join('')
        .replace(/\n$/, ''),
    setCode(text) {
      if (editor.value === text) return;
      ready = false;
      editor.setOptions({ value: text });
      ready = true;
    },
    focus: () => textarea.focus(),
    remove: () => editor.remove(),
  };
};
