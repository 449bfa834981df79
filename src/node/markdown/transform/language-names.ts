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

/** Languages whose code is shown under the name of another one. */
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

/** Returns the name of a language as readers know it, or the language as written. Plain text has no name. */
export function languageName(lang: string): string {
  const name = lang.toLowerCase();
  if (['', 'plain', 'plaintext', 'text', 'txt'].includes(name)) return '';
  const known = Object.hasOwn(SAME, name) ? (SAME[name] ?? name) : name;
  return Object.hasOwn(NAMES, known) ? (NAMES[known] ?? lang) : lang;
}
