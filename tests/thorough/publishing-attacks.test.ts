import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFolder, createSite, type TestBuild, type TestSite, writeFiles } from '../helpers/build-site.ts';
import { ask } from '../helpers/dev-answers.ts';
import { startDev } from '../helpers/dev-site.ts';
import { fixturePackages } from '../helpers/fixture-packages.ts';

/** Content of every file that must not be published. */
const CANARY = 'canary-5ba70e';

/**
 * A reference to a file that must not be published: `UP` leads to an outside folder, `ABSOLUTE` is its path, `PRIVATE`
 * leads to secrets.
 */
interface Attack {
  text: string;
  code: 'CD308' | 'CD314' | 'CD324' | 'CD401';
}
const outside = (text: string): Attack => ({ text, code: 'CD308' });
const secret = (text: string): Attack => ({ text, code: 'CD324' });

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><title>${CANARY}</title></svg>`;
/** Files of the outside folder. */
const OUTSIDE = {
  'a.json': `{ "word": "${CANARY}" }`,
  'broken.json': `{ "word": ${CANARY} }`,
  'a.txt': CANARY,
  passwd: `root:x:0:${CANARY}\n`,
  'a.ts': `export const word = '${CANARY}' as const;\n`,
  'a.tsx': `/** ${CANARY} */\nexport const word = '${CANARY}' as const;\nexport default () => <b>${CANARY}</b>;\n`,
  'broken.tsx': `export default () => <b>${CANARY}</;\n`,
  'a.css': `.${CANARY} { color: red }\n`,
  'broken.css': `.${CANARY} { color: red }}}\n`,
  'a.less': `.${CANARY} { color: red }\n`,
  'broken.less': `.${CANARY} { color: @${CANARY} }\n`,
  'a.scss': `.${CANARY} { color: red }\n`,
  'broken.scss': `.${CANARY} { color: red {\n`,
  'a.module.css': `.a { color: red }\n.${CANARY} { color: red }\n`,
  'a.svg': PICTURE,
  'icon.svg': PICTURE.replace('<title>', '<path stroke="currentColor"/><title>'),
  'plugin.js': `module.exports = { install(less, manager, functions) { functions.add('word', () => new less.tree.Quoted('"', '${CANARY}')); } };`,
  'a.woff2': CANARY,
  'a.ttf': CANARY,
  'a.md': `# ${CANARY}\n`,
  'a.mdx': `# ${CANARY}\n`,
  'tsconfig.json': `{ "compilerOptions": { "strict": "${CANARY}", ${CANARY} } }`,
};

/** Files with secrets in the project, each with another kind of name. */
const SECRETS = {
  '.env': `TOKEN=${CANARY}\n`,
  '.env.local': `TOKEN=${CANARY}\n`,
  '.ENV.PRODUCTION': `TOKEN=${CANARY}\n`,
  '.npmrc': `//registry/:_authToken=${CANARY}\n`,
  '.netrc': `password ${CANARY}\n`,
  id_rsa: `-----BEGIN ${CANARY}\n`,
  'id_ed25519.bak': `-----BEGIN ${CANARY}\n`,
  'a.pem': `-----BEGIN ${CANARY}\n`,
  'Server.KEY': `-----BEGIN ${CANARY}\n`,
  'a.p12': CANARY,
  '.git/config': `[remote] ${CANARY}\n`,
  '.ssh/known': CANARY,
  '.secrets/a.json': OUTSIDE['a.json'],
  '.env.json': OUTSIDE['a.json'],
  '.env.broken.json': OUTSIDE['broken.json'],
  '.env.ts': OUTSIDE['a.ts'],
  '.env.tsx': OUTSIDE['a.tsx'],
  '.env.broken.tsx': OUTSIDE['broken.tsx'],
  '.env.css': OUTSIDE['a.css'],
  '.env.less': OUTSIDE['a.less'],
  '.env.scss': OUTSIDE['a.scss'],
  '.env.svg': PICTURE,
  '.env.md': OUTSIDE['a.md'],
};

/** Statements of demos. The links of `LINKS` are beside the demos. */
const SCRIPTS: Record<string, Attack> = {
  relative: outside("import a from 'UP/a.json';"),
  absolute: outside("import a from 'ABSOLUTE/a.json';"),
  'without-ending': outside("import { word as a } from 'UP/a';"),
  'no-loader': outside("import a from 'UP/passwd';"),
  dots: outside("import a from './../demos/./UP/a.json';"),
  raw: outside("import a from 'UP/a.txt?raw';"),
  'raw-absolute': outside("import a from 'ABSOLUTE/passwd?raw';"),
  'raw-link': outside("import a from './link.txt?raw';"),
  'raw-link-folder': outside("import a from './linked/a.txt?raw';"),
  'raw-nested-link': outside("import a from './nested/linked/a.txt?raw';"),
  url: outside("import a from 'UP/a.txt?url';"),
  'url-link': outside("import a from './link.txt?url';"),
  'url-picture': outside("import a from 'UP/a.svg?url';"),
  'picture-link': outside("import a from './link.svg';"),
  'svg-component': outside("import { ReactComponent as a } from 'UP/a.svg';"),
  'broken-json': outside("import a from 'UP/broken.json';"),
  'broken-script': outside("import a from 'UP/broken.tsx';"),
  're-export': outside("export { word as b } from 'UP/a.ts';\nconst a = 1;"),
  'side-effect': outside("import 'UP/a.ts';\nconst a = 1;"),
  dynamic: outside("const a = () => import('UP/a.ts');"),
  require: outside("const a = require('UP/a.json');"),
  'require-raw': outside("const a = require('UP/a.txt?raw');"),
  'as-text': outside("import a from 'UP/a.json' with { type: 'text' };"),
  'source-alias-script': outside("import { word as a } from '@/UP/a.tsx';"),
  'source-alias': outside("import a from '@/UP/a.json';"),
  'through-package': outside("import a from 'pkg/../UP/a.json';"),
  'tsconfig-paths': outside("import a from 'mapped/a.json';"),
  'package-imports': { text: "import a from '#up/a.json';", code: 'CD401' },
  'deep-module': outside("import { a } from './deep/one.ts';"),
  module: outside("import a from 'UP/a.module.css';"),
  sheet: outside("import 'UP/a.css';\nconst a = 1;"),
  env: secret("import a from 'PRIVATE/.env?raw';"),
  'env-url': secret("import a from 'PRIVATE/.env?url';"),
  'env-plain': secret("import a from 'PRIVATE/.env';"),
  'env-local': secret("import a from 'PRIVATE/.env.local?raw';"),
  'env-upper-case': secret("import a from 'PRIVATE/.ENV.PRODUCTION?raw';"),
  'env-link': secret("import a from './env.txt?raw';"),
  'env-absolute': secret("import a from 'ROOT/private/.env?raw';"),
  'env-json': secret("import a from 'PRIVATE/.env.json';"),
  'env-broken-json': secret("import a from 'PRIVATE/.env.broken.json';"),
  'env-script': secret("import { word as a } from 'PRIVATE/.env.ts';"),
  'env-script-without-ending': secret("import { word as a } from 'PRIVATE/.env';"),
  'env-broken-script': secret("import a from 'PRIVATE/.env.broken.tsx';"),
  'env-picture': secret("import a from 'PRIVATE/.env.svg';"),
  'env-dynamic': secret("const a = () => import('PRIVATE/.env.json');"),
  'env-require': secret("const a = require('PRIVATE/.env.json');"),
  'env-as-text': secret("import a from 'PRIVATE/.env.json' with { type: 'text' };"),
  'env-alias': secret("import a from '@private/.env?raw';"),
  npmrc: secret("import a from 'PRIVATE/.npmrc?raw';"),
  netrc: secret("import a from 'PRIVATE/.netrc?raw';"),
  'ssh-key': secret("import a from 'PRIVATE/id_rsa?raw';"),
  'ssh-key-script': secret("import a from 'PRIVATE/id_rsa';"),
  'ssh-key-copy': secret("import a from 'PRIVATE/id_ed25519.bak?raw';"),
  pem: secret("import a from 'PRIVATE/a.pem?raw';"),
  key: secret("import a from 'PRIVATE/Server.KEY?url';"),
  p12: secret("import a from 'PRIVATE/a.p12?url';"),
  git: secret("import a from 'PRIVATE/.git/config?raw';"),
  'git-link': secret("import a from './git/config?raw';"),
  ssh: secret("import a from 'PRIVATE/.ssh/known?raw';"),
  'secrets-folder': secret("import a from 'PRIVATE/.secrets/a.json';"),
  'package-key': secret("import a from 'pkg/tls.key?raw';"),
};

/** Statements with a variable in the path: the bundler reports them if there are no other errors. */
const PATTERNS: Record<string, Attack> = {
  pattern: outside("const a = (name: string) => import('UP/' + name + '.ts');"),
  'pattern-link': outside("const a = (name: string) => require('./linked/' + name + '.ts');"),
  'pattern-file': outside(`const a = (name: string) => import(\`./lin\${name}.json\`);`),
  'pattern-env': secret("const a = (name: string) => import('PRIVATE/' + name + '.ts');"),
};

/** Style sheets, each for one demo. */
const SHEETS: Record<string, Attack> = {
  'import.css': outside('@import "UP/a.css";'),
  'import-url.css': outside('@import url(UP/a.css);'),
  'import-url-quoted.css': outside('@import url("UP/a.css") screen;'),
  'import-layer.css': outside('@import "UP/a.css" layer(x) supports(display: grid);'),
  'import-escaped.css': outside('@import "UP/\\61.css";'),
  'import-absolute.css': outside('@import "ABSOLUTE/a.css";'),
  'import-broken.css': outside('@import "UP/broken.css";'),
  'import-link.css': outside('@import "./linked/a.css";'),
  'import-env.css': secret('@import "PRIVATE/.env.css";'),
  'url.css': outside('.a { background: url(UP/a.svg) }'),
  'url-query.css': outside('.a { background: url("UP/a.svg?x#y") }'),
  'url-escaped.css': outside('.a { background: url("UP/\\61.svg") }'),
  'url-link.css': outside('.a { background: url(link.svg) }'),
  'url-image-set.css': outside('.a { background: image-set(url("UP/a.svg") 1x) }'),
  'url-font.css': outside('@font-face { font-family: x; src: url("UP/a.woff2") }'),
  'url-env.css': secret('.a { background: url("PRIVATE/.env.svg") }'),
  'url-env-plain.css': secret('.a { background: url("PRIVATE/.env") }'),
  'url-key.css': secret('.a { background: url("PRIVATE/Server.KEY") }'),
  'import.less': outside('@import "UP/a.less";'),
  'import-without-ending.less': outside('@import "UP/a";'),
  'import-broken.less': outside('@import "UP/broken.less";'),
  'import-link.less': outside('@import "./linked/a.less";'),
  'import-absolute.less': outside('@import "ABSOLUTE/a";'),
  'import-tilde.less': outside('@import "~UP/a.less";'),
  'plugin.less': outside('@plugin "UP/plugin.js";\n.a { content: word() }'),
  'url.less': outside('.a { color: red }\n.b { background: url("UP/a.svg") }'),
  'import-inline.less': outside('@import (inline) "UP/a.txt";'),
  'import-optional.less': outside('@import (optional, reference) "UP/a.less";'),
  'import-css.less': outside('@import (css) "UP/a.css";'),
  'import-variable.less': outside('@up: "UP";\n@import "@{up}/a.less";'),
  'import-deep.less': outside('@import "./deep/one.less";'),
  'data-uri.less': outside('.a { background: data-uri("UP/a.svg") }'),
  'data-uri-type.less': outside('.a { background: data-uri("text/plain;charset=UTF-8", "UP/passwd") }'),
  'data-uri-link.less': outside('.a { background: data-uri("link.svg") }'),
  'data-uri-absolute.less': outside('.a { background: data-uri("ABSOLUTE/passwd") }'),
  'svg-size.less': outside('.a { width: image-width("UP/a.svg") }'),
  'inline-env.less': secret('@import (inline) "PRIVATE/.env";'),
  'inline-env-link.less': secret('@import (inline) "env.txt";'),
  'inline-key.less': secret('@import (inline) "PRIVATE/id_rsa";'),
  'inline-git.less': secret('@import (inline) "PRIVATE/.git/config";'),
  'import-env.less': secret('@import "PRIVATE/.env.less";'),
  'data-uri-env.less': secret('.a { background: data-uri("PRIVATE/.env") }'),
  'data-uri-env-query.less': secret('.a { background: data-uri("text/plain", "PRIVATE/.env") }'),
  'data-uri-upper-case.less': secret('.a { background: data-uri("text/plain", "PRIVATE/.ENV.PRODUCTION") }'),
  'data-uri-pem.less': secret('.a { background: data-uri("PRIVATE/a.pem") }'),
  'url-env.less': secret('.a { background: url("PRIVATE/.env.svg") }'),
  'use.scss': outside('@use "UP/a";'),
  'import.scss': outside('@import "UP/a.scss";'),
  'use-absolute.scss': outside('@use "ABSOLUTE/a";'),
  'use-address.scss': outside('@use "file://ABSOLUTE/a";'),
  'use-broken.scss': outside('@use "UP/broken";'),
  'use.sass': outside('@use "UP/a"'),
  'import-css.scss': outside('@import "UP/a.css";'),
  'import-link.scss': outside('@use "linked/a";'),
  'load-css.scss': outside('@use "sass:meta";\n.a { @include meta.load-css("UP/a") }'),
  'url.scss': outside('.a { background: url("UP/a.svg") }'),
  'use-env.scss': secret('@use "PRIVATE/.env.scss" as x;'),
};

/** Style sheets that are CSS modules. */
const MODULES: Record<string, Attack> = {
  'composes.module.css': outside('.b { composes: a from "UP/a.module.css" }'),
  'composes-link.module.css': outside('.b { composes: a from "./linked/a.module.css" }'),
  'use.module.scss': outside('@use "UP/a";'),
  'value.module.css': outside('@value a from "UP/a.module.css";\n.b { color: a }'),
};

/** Attacks in a file that the demo or the style sheet imports. */
const DEEP: Record<string, string> = {
  'deep-module': 'demos/deep/one.ts',
  'import-deep.less': 'demos/deep/one.less',
};

/** Lines of a page. */
const REFERENCES: Attack[] = [
  outside('[a](UP/a.txt)'),
  outside('[a](<UP/a.txt>)'),
  outside('[a](UP%2Fa.txt)'),
  outside('[a](%2e%2e/%2e%2e/%2e%2e/OUT/a.txt)'),
  outside('[a](.&period;/.&period;/.&period;/OUT/a.txt)'),
  outside('[a](../demos/linked/a.txt)'),
  outside('[a](../demos/link.txt?download#x)'),
  outside('<a href="UP/a.txt">a</a>'),
  outside('![a](UP/a.svg)'),
  outside('![a](UP/a.svg?x)'),
  outside('<img src="../demos/link.svg" alt="a" />'),
  outside('<img srcset="UP/a.svg 2x" alt="a" />'),
  outside('<video poster="UP/a.svg"></video>'),
  outside('<code src="UP/a.tsx"></code>'),
  outside('<code src="ABSOLUTE/a.tsx"></code>'),
  outside('<code src="../demos/linked/a.tsx"></code>'),
  outside('<code src="@/UP/a.tsx"></code>'),
  outside('<embed src="UP/a.md"></embed>'),
  { text: '<embed src="UP/passwd"></embed>', code: 'CD314' },
  outside('<embed src="../demos/linked/a.md#L1"></embed>'),
  secret('[a](PRIVATE/.env)'),
  secret('[a](PRIVATE/%2Eenv)'),
  secret('[a](PRIVATE/.ENV.PRODUCTION)'),
  secret('[a](PRIVATE/id_rsa?x)'),
  secret('[a](PRIVATE/a.pem)'),
  secret('[a](PRIVATE/.git/config)'),
  secret('[a](../demos/env.txt)'),
  secret('![a](PRIVATE/.env.svg)'),
  secret('<code src="PRIVATE/.env.tsx"></code>'),
  secret('<code src="PRIVATE/.env"></code>'),
  secret('<embed src="PRIVATE/.env.md"></embed>'),
  { text: '<embed src="PRIVATE/.env"></embed>', code: 'CD314' },
];

/** Interactive pages. */
const PAGES: Record<string, Attack> = {
  import: outside("import a from 'UP/a.json';"),
  raw: outside("import a from 'UP/a.txt?raw';"),
  link: outside("import a from '../demos/link.txt?raw';"),
  script: outside("import { word as a } from 'UP/a.ts';"),
  page: outside("import a from 'UP/a.md?raw';"),
  sheet: outside("import 'UP/a.css';\n\nexport const a = 1;"),
  export: outside("export { word as a } from 'UP/a.ts';"),
  env: secret("import a from 'PRIVATE/.env?raw';"),
  'env-json': secret("import a from 'PRIVATE/.env.json';"),
  'env-broken-json': secret("import a from 'PRIVATE/.env.broken.json';"),
  'env-upper-case': secret("import a from 'PRIVATE/.ENV.PRODUCTION?url';"),
  'ssh-key': secret("import a from 'PRIVATE/id_rsa';"),
  'git-link': secret("import a from '../demos/git/config?raw';"),
};

/** Code whose types are shown or checked. */
const TYPED: Record<string, Attack> = {
  json: outside("import a from 'UP/a.json';\nexport const b = a.word;"),
  script: outside("import { word } from 'UP/a.ts';\nexport const b = word;"),
  link: outside("import { word } from '../demos/linked/a.ts';\nexport const b = word;"),
  'import-type': outside("export type B = typeof import('UP/a.ts').word;"),
  env: secret("import { word } from 'PRIVATE/.env.ts';\nexport const b = word;"),
};

/** Modules of the site that the tool loads first, and modules that they import. */
const MODULES_OF_SITE: Record<string, Attack> = {
  'theme.tsx': secret(
    "import a from './private/.env.json';\nimport theme from 'cascader-docs/theme';\nexport default { ...theme, a };",
  ),
  'src/index.tsx': outside("export { word as a } from 'UP/a.ts';\nexport { b } from './part.ts';"),
  'src/part.ts': secret("import b from '../private/.env?raw';\nexport { b };"),
};

/** Style sheets that a PostCSS plugin assembles: `@inline` is replaced with the content of a file. */
const POSTCSS_SHEETS: Record<string, Attack> = {
  'inlined.css': outside('@inline "UP/a.css";'),
  'inlined-text.css': outside('@inline "UP/passwd";'),
  'inlined-broken.css': outside('@inline "UP/broken.css";'),
  'inlined-link.css': outside('@inline "./linked/a.css";'),
  'inlined-env.css': secret('@inline "PRIVATE/.env.css";'),
  'inlined-key.css': secret('@inline "PRIVATE/id_rsa";'),
  'tailwind.css': outside('@import "tailwindcss/utilities";\n@import "UP/a.css";'),
};
const POSTCSS_CONFIG = `const fs = require('node:fs');
const path = require('node:path');
const inline = {
  postcssPlugin: 'inline',
  Once(root, { result, postcss }) {
    root.walkAtRules('inline', (rule) => {
      const file = path.resolve(path.dirname(root.source.input.file), rule.params.slice(1, -1));
      result.messages.push({ type: 'dependency', plugin: 'inline', file });
      const text = fs.readFileSync(file, 'utf8');
      rule.replaceWith(file.endsWith('.css') ? postcss.parse(text, { from: file }) : postcss.comment({ text }));
    });
  },
};
module.exports = { plugins: [inline, '@tailwindcss/postcss'] };
`;

/** Source of a library whose types are shown, but that is not bundled. */
const LIBRARY: Record<string, Attack> = {
  'src/index.tsx': outside("export * from 'UP/a.tsx';\nexport * from './linked.ts';\nexport * from './part.ts';"),
  'src/part.ts': secret("export { word as other } from '../private/.env.ts';"),
};

/** Configurations, and the location of the message. */
const CONFIGS: Record<string, { config: string; at: string; says?: string }> = {
  'a font outside': { config: "themeConfig: { font: { sans: { family: 'x', src: 'OUT/a.woff2' } } }", at: '1:62' },
  'a font that is a link': {
    config: "themeConfig: { font: { mono: { family: 'x', src: './demos/link.woff2' } } }",
    at: '1:62',
  },
  'a font that is another file': {
    config: "themeConfig: { font: { sans: { family: 'x', src: 'OUT/passwd' } } }",
    at: '1:62',
  },
  'a font with an absolute path': {
    config: "themeConfig: { font: { sans: { family: 'x', src: 'ABSOLUTE/a.woff2' } } }",
    at: '1:62',
  },
  'a font that is private': {
    config: "themeConfig: { font: { sans: { family: 'x', src: './private/.env' } } }",
    at: '1:62',
    says: 'may contain secrets',
  },
  'a font of share images': {
    config: "sitemap: { hostname: 'https://a.b' }, shareImages: { font: 'OUT/a.ttf' }",
    at: '1:71',
  },
  'a theme outside': { config: "theme: 'OUT/a.tsx'", at: '1:18' },
  'a theme that is a link': { config: "theme: './demos/link.tsx'", at: '1:18' },
  'a theme in a folder whose index is a link': { config: "theme: './demos/theme'", at: '1:18' },
  'a theme that is private': { config: "theme: './private/.env.tsx'", at: '1:18', says: 'may contain secrets' },
  'a prerender module outside': { config: "prerender: 'OUT/a.tsx'", at: '1:18' },
  'outside compiler options': { config: "apiParser: { tsconfig: 'OUT/tsconfig.json' }", at: '1:31' },
  'an outside API history': { config: "apiParser: { history: 'OUT/history.json' }", at: '1:31' },
  'compiler options in an outside folder': { config: "apiParser: { tsconfig: 'OUT' }", at: '1:31' },
  'a library that is private': {
    config: "apiParser: { entry: './private/.env.tsx' }",
    at: '1:31',
    says: 'may contain secrets',
  },
  'an entry that is private': {
    config: "resolve: { entryFile: './private/.env.tsx' }",
    at: '1:29',
    says: 'may contain secrets',
  },
};

const demo = (statement: string): string => `${statement}\nexport default () => <p>{String(typeof a)}</p>;\n`;

let folder: string;

/** Creates a site with the private files and the links. */
async function createAttackedSite(files: Record<string, string>): Promise<TestSite> {
  const up = `../${path.basename(folder)}`;
  const site = await createSite({});
  const fill = (name: string, text: string): string => {
    const isDeep = name.includes('/');
    return text
      .replaceAll(/\bUP\b/g, isDeep ? `../${up}` : up)
      .replaceAll(/\bOUT\b/g, text.includes('%2e') || text.includes('&period;') ? path.basename(folder) : up)
      .replaceAll(/\bABSOLUTE\b/g, folder)
      .replaceAll(/\bROOT\b/g, site.root)
      .replaceAll(/\bPRIVATE\b/g, isDeep ? '../private' : './private');
  };
  const filled = Object.entries(files).map(([name, text]): [string, string] => [name, fill(name, text)]);
  await site.write({
    'docs/index.md': '# Home\n',
    ...Object.fromEntries(Object.entries(SECRETS).map(([name, text]) => [`private/${name}`, text])),
    'demos/deep/one.ts': `import a from '../../${up}/a.json';\nexport { a };\n`,
    'demos/deep/one.less': `@import '../../${up}/a.less';\n`,
    'node_modules/pkg/index.js': '',
    'node_modules/pkg/tls.key': CANARY,
    ...Object.fromEntries(filled),
  });
  const links = {
    'src/linked.ts': path.join(folder, 'a.ts'),
    'demos/linked': folder,
    'demos/nested/linked': folder,
    'demos/link.txt': path.join(folder, 'a.txt'),
    'demos/link.json': path.join(folder, 'a.json'),
    'demos/link.svg': path.join(folder, 'a.svg'),
    'demos/link.tsx': path.join(folder, 'a.tsx'),
    'demos/link.woff2': path.join(folder, 'a.woff2'),
    'demos/theme/index.tsx': path.join(folder, 'a.tsx'),
    'demos/env.txt': path.join(site.root, 'private/.env'),
    'demos/git': path.join(site.root, 'private/.git'),
  };
  for (const [link, target] of Object.entries(links)) {
    await fs.mkdir(path.dirname(path.join(site.root, link)), { recursive: true });
    await fs.symlink(target, path.join(site.root, link));
  }
  return site;
}

/** Links the packages for Sass and Tailwind. */
async function installStyles(site: TestSite): Promise<void> {
  const modules = await fixturePackages('styles');
  for (const name of ['sass', 'immutable', 'source-map-js', 'chokidar', 'readdirp', 'tailwindcss', '@tailwindcss'])
    await fs.symlink(path.join(modules, name), path.join(site.root, 'node_modules', name));
}

beforeAll(async () => {
  folder = await createFolder('publishing');
  await writeFiles(folder, OUTSIDE);
});

/** Returns a page with a demo for each name. */
const pageOf = (names: string[]): string =>
  `# Demos\n\n${names.map((name) => `<code src="../demos/${name}.tsx"></code>\n`).join('\n')}`;

/** Returns style sheets with a demo for each. */
const sheetFiles = (sheets: Record<string, Attack>): Record<string, string> => ({
  'docs/index.md': pageOf(Object.keys(sheets).map((name) => name.replaceAll('.', '-'))),
  ...Object.fromEntries(
    Object.entries(sheets).flatMap(([name, { text }]) => [
      [`demos/${name}`, `${text}\n`],
      [`demos/${name.replaceAll('.', '-')}.tsx`, demo(`import './${name}';\nconst a = 1;`)],
    ]),
  ),
});

const scriptFiles = (scripts: Record<string, Attack>): Record<string, string> => ({
  'cascader-docs.config.ts': "export default { alias: { '@private': './private' } };\n",
  'tsconfig.json': '{ "compilerOptions": { "paths": { "mapped/*": ["./OUT/*"] } } }',
  'package.json': '{ "name": "fixture", "version": "1.0.0", "imports": { "#up/*": "./OUT/*" } }',
  'docs/index.md': pageOf(Object.keys(scripts)),
  ...Object.fromEntries(Object.entries(scripts).map(([name, { text }]) => [`demos/${name}.tsx`, demo(text)])),
});

const pageFiles = (pages: Record<string, Attack>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(pages).map(([name, { text }]) => [`docs/${name}.mdx`, `${text}\n\n# Page\n\n{String(typeof a)}\n`]),
  );

const fenceFiles = (attacks: Record<string, Attack>, fence: string): Record<string, string> => ({
  'tsconfig.json': '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" } }',
  ...Object.fromEntries(
    Object.entries(attacks).map(([name, { text }]) => [
      `docs/${name}.md`,
      `# Code\n\n\`\`\`${fence}\n${text}\n\`\`\`\n`,
    ]),
  ),
});

const textsOf = (attacks: Record<string, Attack>): Record<string, string> =>
  Object.fromEntries(Object.entries(attacks).map(([name, { text }]) => [name, `${text}\n`]));

/** Attacks that one build must refuse, each reported in its file. */
interface Group {
  attacks: Record<string, Attack>;
  files: Record<string, string>;
  fileOf: (name: string) => string;
  strict?: boolean;
}

const GROUPS: Record<string, Group> = {
  demos: { attacks: SCRIPTS, files: scriptFiles(SCRIPTS), fileOf: (name) => DEEP[name] ?? `demos/${name}.tsx` },
  'demos that import many files at once': {
    attacks: PATTERNS,
    files: scriptFiles(PATTERNS),
    fileOf: (name) => `demos/${name}.tsx`,
  },
  'style sheets': { attacks: SHEETS, files: sheetFiles(SHEETS), fileOf: (name) => DEEP[name] ?? `demos/${name}` },
  'CSS modules': { attacks: MODULES, files: sheetFiles(MODULES), fileOf: (name) => `demos/${name}` },
  'interactive pages': { attacks: PAGES, files: pageFiles(PAGES), fileOf: (name) => `docs/${name}.mdx` },
  'modules of the site': {
    attacks: MODULES_OF_SITE,
    files: {
      'cascader-docs.config.ts': "export default { theme: './theme.tsx' };\n",
      'docs/index.md':
        "# Demo\n\n```tsx\nimport * as a from 'fixture';\nexport default () => <p>{String(typeof a)}</p>;\n```\n",
      ...textsOf(MODULES_OF_SITE),
    },
    fileOf: (name) => name,
  },
  'plugins of PostCSS': {
    attacks: POSTCSS_SHEETS,
    files: { ...sheetFiles(POSTCSS_SHEETS), 'postcss.config.cjs': POSTCSS_CONFIG },
    fileOf: (name) => `demos/${name}`,
  },
  'types of a library': {
    attacks: LIBRARY,
    files: { 'docs/index.md': '# API\n\n<API id="word"></API>\n', ...textsOf(LIBRARY) },
    fileOf: (name) => name,
  },
  'types of code': { attacks: TYPED, files: fenceFiles(TYPED, 'ts twoslash'), fileOf: (name) => `docs/${name}.md` },
  'errors of code': {
    attacks: TYPED,
    files: fenceFiles(TYPED, 'ts | check'),
    fileOf: (name) => `docs/${name}.md`,
    strict: true,
  },
};

describe.each(Object.entries(GROUPS))('%s cannot publish private or outside files', (_, {
  attacks,
  files,
  fileOf,
  strict,
}) => {
  let built: TestBuild;
  beforeAll(async () => {
    const site = await createAttackedSite(files);
    await installStyles(site);
    built = await site.build({ cache: false, strict });
  });

  it.each(Object.entries(attacks))('%s', (name, { code }) => {
    const found = built.diagnostics.filter(({ location }) => location?.file === fileOf(name));
    expect([...new Set(found.map((diagnostic) => diagnostic.code))]).toEqual([code]);
    if (code === 'CD308')
      for (const { notes } of found) expect(notes?.join()).toContain('add its folder to `resolve.allow`');
  });

  it('the build fails and quotes none of them', () => {
    expect([built.exitCode, built.files]).toEqual([1, []]);
    expect(built.text).not.toContain(CANARY);
  });
});

describe('pages cannot publish private or outside files', () => {
  let built: TestBuild;
  beforeAll(async () => {
    const site = await createAttackedSite({
      'docs/index.md': `# Page\n\n${REFERENCES.map(({ text }) => text).join('\n\n')}\n`,
    });
    built = await site.build({ cache: false });
  });

  it.each(REFERENCES.map((attack, index) => ({ ...attack, line: 3 + 2 * index })))('$text', ({ code, line }) => {
    const found = built.diagnostics.filter(({ location }) => location?.line === line);
    expect(found.map((diagnostic) => diagnostic.code)).toEqual([code]);
  });

  it('the build fails and quotes none of them', () => {
    expect([built.exitCode, built.files]).toEqual([1, []]);
    expect(built.text).not.toContain(CANARY);
  });
});

it('icons and pictures of a home page cannot publish outside files', async () => {
  const home = 'hero:\n  image: UP/a.svg\nfeatures:\n  - icon: UP/icon.svg\n  - icon: ../demos/linked/icon.svg\n';
  const site = await createAttackedSite({ 'docs/index.md': `---\n${home}---\n\n# Page\n` });
  const { diagnostics, text } = await site.build({ cache: false });
  expect(diagnostics.map(({ code, location }) => `${code} ${location?.line}`)).toEqual([
    'CD308 3',
    'CD308 5',
    'CD308 6',
  ]);
  expect(text).not.toContain(CANARY);
});

describe('configurations cannot name outside or private files', () => {
  it.each(Object.entries(CONFIGS))('%s', async (_, { config, at, says = 'lies outside of the project' }) => {
    const site = await createAttackedSite({ 'cascader-docs.config.ts': `export default { ${config} };\n` });
    const { exitCode, diagnostics, files, text } = await site.build({ cache: false });
    expect(exitCode).toBe(2);
    expect(files).toEqual([]);
    expect(text).toContain(says);
    expect(text).not.toContain(CANARY);
    expect(diagnostics.map(({ code, location }) => `${code} ${location?.line}:${location?.column}`)).toEqual([
      `CD111 ${at}`,
    ]);
  });
});

it('an error in a file that is imported through a path with a variable does not quote the file', async () => {
  const site = await createAttackedSite(
    scriptFiles({ a: outside("const a = (name: string) => require('./linked/' + name + '.json');") }),
  );
  const { exitCode, diagnostics, text } = await site.build({ cache: false });
  expect(exitCode).toBe(1);
  expect([...new Set(diagnostics.map(({ code }) => code))]).toEqual(['CD308']);
  expect(text).not.toContain(CANARY);
});

it.each([
  ['extends an outside file', { 'tsconfig.json': '{ "extends": "./OUT/tsconfig.json" }' }],
  ['is a link', {}],
])('errors of a tsconfig.json that %s do not quote the outside file', async (_, files) => {
  const site = await createAttackedSite({ ...files, 'docs/index.md': '# Code\n\n```ts twoslash\nconst a = 1;\n```\n' });
  if (!('tsconfig.json' in files))
    await fs.symlink(path.join(folder, 'tsconfig.json'), path.join(site.root, 'tsconfig.json'));
  const { exitCode, text } = await site.build({ cache: false });
  expect(exitCode).toBe(1);
  expect(text).toContain('CD812: The configuration has an error, TS1005');
  expect(text).not.toContain(CANARY);
});

describe('the public folder', () => {
  it('publishes private files with a warning each, and other files without', async () => {
    const site = await createAttackedSite({
      ...Object.fromEntries(
        ['.env', '.git/HEAD', '.git/config', 'keys/id_rsa', 'a.PEM'].map((name) => [`docs/public/${name}`, 'x']),
      ),
      ...Object.fromEntries(
        ['.nojekyll', '.env.example', '.well-known/a.txt', '.htaccess', 'id_card.svg'].map((name) => [
          `docs/public/${name}`,
          'x',
        ]),
      ),
    });
    const { exitCode, diagnostics, files } = await site.build({ cache: false });
    expect(exitCode).toBe(0);
    expect(diagnostics.map(({ severity, code, location }) => `${severity} ${code} ${location?.file}`)).toEqual([
      'warning CD232 docs/public/.env',
      'warning CD232 docs/public/.git',
      'warning CD232 docs/public/a.PEM',
      'warning CD232 docs/public/keys/id_rsa',
    ]);
    expect(files).toEqual(expect.arrayContaining(['.env', '.git/config', '.well-known/a.txt', '.htaccess']));
    expect((await site.build({ cache: false, strict: true })).exitCode).toBe(1);
  });

  it('publishes no links, and must not be a link to a private or outside folder', async () => {
    const site = await createAttackedSite({ 'docs/public/a.txt': 'x' });
    await fs.symlink(path.join(site.root, 'private/.env'), path.join(site.root, 'docs/public/env.txt'));
    await fs.symlink(path.join(site.root, 'private/.git'), path.join(site.root, 'docs/public/git'));
    const { files, diagnostics } = await site.build({ cache: false });
    expect(diagnostics.map(({ code }) => code)).toEqual(['CD203', 'CD203']);
    expect(files.filter((file) => /env|^git\//.test(file))).toEqual([]);
    await fs.rm(path.join(site.root, 'docs/public'), { recursive: true });
    await fs.symlink(path.join(site.root, 'private/.git'), path.join(site.root, 'docs/public'));
    const again = await site.build({ cache: false });
    expect([again.exitCode, again.text]).toEqual([1, expect.stringContaining('error CD324: Folder `docs/public`')]);
    await fs.rm(path.join(site.root, 'docs/public'));
    await fs.symlink(folder, path.join(site.root, 'docs/public'));
    const outer = await site.build({ cache: false });
    expect([outer.exitCode, outer.text]).toEqual([1, expect.stringContaining('error CD207: Folder `docs/public`')]);
  });
});

it('dev serves none of these files, and reports the same errors', async () => {
  const scripts = Object.fromEntries(Object.entries(SCRIPTS).filter(([name]) => !DEEP[name]));
  const sheets = Object.fromEntries(Object.entries({ ...SHEETS, ...MODULES }).filter(([name]) => !DEEP[name]));
  const names = new Map([
    ...Object.entries(scripts).map(([name, { code }]) => [name, code] as const),
    ...Object.entries(sheets).map(([name, { code }]) => [name.replaceAll('.', '-'), code] as const),
  ]);
  const site = await createAttackedSite({
    ...sheetFiles(sheets),
    ...scriptFiles(scripts),
    ...pageFiles(PAGES),
    'docs/index.md': '# Home\n',
    ...Object.fromEntries([...names.keys()].map((name) => [`docs/of-${name}.md`, pageOf([name])])),
  });
  await installStyles(site);
  const dev = await startDev(site.root);
  const wrong: string[] = [];
  const pages = [
    ...[...names].map(([name, code]) => [`/of-${name}`, code] as const),
    ...Object.entries(PAGES).map(([name, { code }]) => [`/${name}`, code] as const),
  ];
  for (const [page, code] of pages) {
    const { text, errors } = await ask(dev, page);
    if (!errors.includes(code) || text.includes(CANARY)) wrong.push(`${page}: ${errors.join(', ')}`);
    for (const [, address = ''] of text.matchAll(/(?:src|href)="(\/(?!\/)[^"]+)"/g))
      if ((await ask(dev, address)).text.includes(CANARY)) wrong.push(`${page} leads to ${address}`);
  }
  expect(wrong).toEqual([]);
  expect(dev.errors).toEqual([]);
});

describe('published files', () => {
  it('include files whose names only look private, and files that the configuration names', async () => {
    const statements = [
      "import './../private/.env.example?raw';",
      "import '../private/id_card.svg';",
      "import './locale/id_ID';",
      "import 'pkg/locale/id_ID';",
      "import '../private/server.key.ts';",
      "import '../.github/a.json';",
      "import '../.well-known/a.json';",
      "import '../private/allowed.pem?raw';",
      "import '../private/id_files/a.json';",
    ];
    const site = await createAttackedSite({
      'cascader-docs.config.ts': "export default { resolve: { allow: ['./private/allowed.pem'] } };\n",
      'docs/index.md':
        '# Page\n\n[a](../private/.env.example) ![b](../private/id_card.svg) [c](./.well-known/a.txt)\n\n<code src="../demos/a.tsx"></code>\n',
      'docs/.well-known/a.txt': 'x',
      'demos/a.tsx': `${statements.join('\n')}\nexport default () => <p>fine</p>;\n`,
      'demos/locale/id_ID.ts': 'export default 1;\n',
      'private/.env.example': 'KEY=\n',
      'private/id_card.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
      'private/server.key.ts': 'export default 1;\n',
      'private/allowed.pem': 'x',
      'private/id_files/a.json': '1',
      '.github/a.json': '1',
      '.well-known/a.json': '1',
      'node_modules/pkg/locale/id_ID.js': 'export default 1;\n',
    });
    const { text, read } = await site.build({ cache: false });
    expect(text).toBe('');
    expect(await read('index.html')).toContain('<p>fine</p>');
  });

  it.each([
    ['resolve.entryFile', "resolve: { entryFile: 'OUT/index.tsx' }"],
    ['apiParser.entry', "apiParser: { entry: 'OUT/index.tsx' }"],
    ['library', "library: { name: 'fixture', entry: 'OUT/index.tsx' }"],
  ])('include a library outside that %s names', async (_, config) => {
    const library = await createFolder('library-outside');
    await writeFiles(library, {
      'index.tsx':
        "/** Says it. */\nexport const Say = (_: { word: string; size?: Size }) => null;\nimport type { Size } from './size';\n",
      'size.ts': "export type Size = 'small' | 'large';\n",
    });
    const site = await createAttackedSite({
      'cascader-docs.config.ts': `export default { ${config.replace('OUT', library)} };\n`,
      'docs/index.md': '# API\n\n<API id="Say"></API>\n',
    });
    const { text, read } = await site.build({ cache: false });
    expect(text).toBe('');
    expect(await read('index.html')).toContain('small');
  });

  it('include a style sheet of a linked package, through PostCSS, and classes that Tailwind finds beside private files', async () => {
    const site = await createAttackedSite({
      'postcss.config.cjs': POSTCSS_CONFIG,
      'docs/index.md': '# Page\n\n<code src="../demos/a.tsx"></code>\n',
      'demos/a.tsx': 'import \'./tailwind.css\';\nexport default () => <p className="flex">fine</p>;\n',
      'demos/tailwind.css': '@import "tailwindcss/utilities";\n@inline "../node_modules/words/b.css";\n',
    });
    await installStyles(site);
    const packages = await createFolder('linked-package');
    await writeFiles(packages, { 'package.json': '{ "name": "words" }', 'b.css': '.words { color: red }\n' });
    await fs.symlink(packages, path.join(site.root, 'node_modules/words'));
    const { text, files, read } = await site.build({ cache: false });
    expect(text).toBe('');
    const sheet = files.find((file) => /tailwind-.*\.css$/.test(file)) ?? '';
    expect(await read(sheet)).toMatch(/\.words.*\.flex|\.flex.*\.words/s);
    expect(await read(sheet)).not.toContain(CANARY);
  });
});
