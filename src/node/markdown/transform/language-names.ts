import type { FenceInfo } from '../parse/fence-info.ts';

const NAMES: Record<string, string> = {
  bash: 'Shell',
  c: 'C',
  cpp: 'C++',
  css: 'CSS',
  diff: 'Diff',
  docker: 'Dockerfile',
  dockerfile: 'Dockerfile',
  go: 'Go',
  graphql: 'GraphQL',
  html: 'HTML',
  http: 'HTTP',
  ini: 'INI',
  java: 'Java',
  javascript: 'JavaScript',
  json: 'JSON',
  json5: 'JSON5',
  jsx: 'JSX',
  less: 'Less',
  markdown: 'Markdown',
  mdx: 'MDX',
  python: 'Python',
  rust: 'Rust',
  sass: 'Sass',
  scss: 'SCSS',
  sql: 'SQL',
  svg: 'SVG',
  toml: 'TOML',
  tsx: 'TSX',
  typescript: 'TypeScript',
  vue: 'Vue',
  xml: 'XML',
  yaml: 'YAML',
};

const SAME: Record<string, string> = {
  cjs: 'javascript',
  console: 'bash',
  cts: 'typescript',
  js: 'javascript',
  jsonc: 'json',
  md: 'markdown',
  mjs: 'javascript',
  mts: 'typescript',
  py: 'python',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  shellscript: 'bash',
  shellsession: 'bash',
  ts: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
};

export function languageName(lang: string): string {
  const name = lang.toLowerCase();
  if (['', 'plain', 'plaintext', 'text', 'txt'].includes(name)) return '';
  const known = Object.hasOwn(SAME, name) ? (SAME[name] ?? name) : name;
  return Object.hasOwn(NAMES, known) ? (NAMES[known] ?? lang) : lang;
}

/** A longer or unusual name is dropped, because a language becomes a class and an attribute. */
const LANGUAGE = /^[A-Za-z0-9_+#.-]{1,40}$/;

/** Returns the language of a code block as written, or an empty string if it has none. */
export function languageIn(info: FenceInfo): string {
  return LANGUAGE.test(info.lang) ? info.lang : '';
}
