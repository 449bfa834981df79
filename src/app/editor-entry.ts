/** The code editor: loaded when Edit is pressed. The same tokenizer as the static code, so that its colours stay. */
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

/** Names by which the tokenizer knows languages. */
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
  // Tab indents, so that the keyboard needs a way out: Escape, then Tab.
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
  return {
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
