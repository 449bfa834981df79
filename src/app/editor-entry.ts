/** Code editor: loaded when Edit is pressed. It uses the same tokenizer as static code, so that colors do not change. */
import { createEditor } from 'prism-code-editor';
import { defaultCommands, editHistory } from 'prism-code-editor/commands';
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

/** Attribute of a line with its error message. */
const MARK = 'data-fault';
/** Maximum length of the shown message. */
const MARK_LENGTH = 120;
/** Language names of the tokenizer. */
const LANGUAGES: Record<string, string> = { ts: 'tsx', js: 'jsx', mjs: 'jsx' };

export const openEditor: EditorModule['openEditor'] = ({ container, code, language, label, description, onChange }) => {
  let ready = false;
  const editor = createEditor(container, {
    language: LANGUAGES[language] ?? language,
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
  let marked: { line: number; text: string } | undefined;
  /** Sets the mark again, because the editor replaces changed lines. */
  const showMark = (): void => {
    for (const [index, line] of [...editor.lines].entries()) {
      if (index === marked?.line) line.setAttribute(MARK, marked.text);
      else line.removeAttribute(MARK);
    }
  };
  editor.on('update', showMark);
  return {
    mark(line, text = '') {
      marked = line === undefined ? undefined : { line, text: text.split('\n')[0]?.slice(0, MARK_LENGTH) ?? '' };
      if (marked) textarea.setAttribute('aria-invalid', 'true');
      else textarea.removeAttribute('aria-invalid');
      showMark();
    },
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
