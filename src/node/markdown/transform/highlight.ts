import { highlightText, languages } from 'prism-code-editor/prism';
import { escapeHtml } from '../../../shared/escape-html.ts';
import 'prism-code-editor/prism/languages/bash';
import 'prism-code-editor/prism/languages/c';
import 'prism-code-editor/prism/languages/cpp';
import 'prism-code-editor/prism/languages/css';
import 'prism-code-editor/prism/languages/diff';
import 'prism-code-editor/prism/languages/docker';
import 'prism-code-editor/prism/languages/go';
import 'prism-code-editor/prism/languages/graphql';
import 'prism-code-editor/prism/languages/http';
import 'prism-code-editor/prism/languages/ini';
import 'prism-code-editor/prism/languages/java';
import 'prism-code-editor/prism/languages/json';
import 'prism-code-editor/prism/languages/jsx';
import 'prism-code-editor/prism/languages/less';
import 'prism-code-editor/prism/languages/markdown';
import 'prism-code-editor/prism/languages/markup';
import 'prism-code-editor/prism/languages/python';
import 'prism-code-editor/prism/languages/regex';
import 'prism-code-editor/prism/languages/rust';
import 'prism-code-editor/prism/languages/sass';
import 'prism-code-editor/prism/languages/scss';
import 'prism-code-editor/prism/languages/sql';
import 'prism-code-editor/prism/languages/toml';
import 'prism-code-editor/prism/languages/tsx';
import 'prism-code-editor/prism/languages/yaml';

const ALIASES: Record<string, string> = {
  acss: 'css',
  axml: 'markup',
  vue: 'markup',
  console: 'bash',
  shellscript: 'bash',
  shellsession: 'bash',
  jsonc: 'json',
  json5: 'json',
  mdx: 'markdown',
  mjs: 'javascript',
  cjs: 'javascript',
  mts: 'typescript',
  cts: 'typescript',
  zsh: 'bash',
};

const SHELL_WORDS = 'case|do|done|elif|else|esac|fi|for|function|if|in|select|then|time|until|while';

/** The tokenizer has a list of commands, so `npm` would differ from `npx`. */
function colorCommandsAlike(): void {
  const { bash } = languages;
  if (!bash) return;
  delete bash.builtin;
  // Matches at the end of the code too. The flag `g` makes the pattern see the text before and after other tokens.
  bash.parameter = { pattern: /(^|\s)--?\w[\w-]*/g, lookbehind: true, alias: 'variable' };
  bash.function = RegExp(
    `(?<=(?:^|[\n;&|(])[ \\t]*(?:[$>] )?(?:\\w+=\\S* )*)(?!(?:${SHELL_WORDS})\\b)[\\w@./-]+(?=[\\s;&|)]|$)`,
    'g',
  );
}
colorCommandsAlike();

/** Longest code to highlight, in characters: one block must not delay a page. */
const LONGEST = 200_000;
/** Longest line to highlight, in characters: the time of some languages' patterns grows at least with the square of the length. */
const LONGEST_LINE = 1000;

/** The result can be split at line breaks without breaking an element. For an unknown language, the result is escaped text. */
export function highlight(code: string, lang: string): string {
  const name = lang.toLowerCase();
  const known = Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name;
  if (code.length > LONGEST || !Object.hasOwn(languages, known) || hasLongLine(code)) return escapeHtml(code);
  return highlightText(code, known);
}

function hasLongLine(code: string): boolean {
  return code.length > LONGEST_LINE && code.split('\n').some((line) => line.length > LONGEST_LINE);
}
