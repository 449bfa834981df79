/** Edits a site at random and builds it after each edit. Earlier builds must not change the output. */
import fs from 'node:fs';
import path from 'node:path';
import { createSite, type TestBuild, type TestSite } from './build-site.ts';
import { expectClean } from './clean-build.ts';
import { createRandom } from './random.ts';

type Random = ReturnType<typeof createRandom>;
/** Files of a site by path. Edits leave alone the files that they cannot change. */
type Files = Map<string, string | Uint8Array>;

export interface Walk {
  site: TestSite;
  random: Random;
  /** Edits the site, and returns a description of the edit. */
  edit(): string;
  /** Expects the output of a build, byte for byte, and its messages to equal those of a build without a cache. */
  expectClean(step: string, built: TestBuild): Promise<void>;
}

const picture = (byte: number): Buffer =>
  Buffer.from([...Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'), byte]);

/** Files without code, which build fast. */
const TEXTS: Record<string, string | Uint8Array> = {
  'package.json': '{"name": "fixture", "version": "1.0.0", "private": true}',
  'cascader-docs.config.mjs': "import { words } from './words.mjs';\nexport default { deadLinks: 'warn', ...words };\n",
  'words.mjs': "export const words = { title: 'Walk 0' };\n",
  'node_modules/.keep': '',
  'docs/index.md': '# Home\n\n[A](./guide/a.md) [later](/later.txt)\n',
  'docs/guide/a.md': '---\norder: 1\n---\n\n# A 0\n\nText 0. [B](./b.md)\n\n![dot](./dot.gif)\n',
  'docs/guide/b.md': '---\norder: 2\n---\n\n# B 0\n\nText 0.\n\n<embed src="./_part.md"></embed>\n',
  'docs/guide/c.md': '---\norder: 3\ngroup: First\n---\n\n# C 0\n\nText 0. [a file](./note.txt)\n',
  'docs/guide/_part.md': 'Part 0.\n',
  'docs/guide/note.txt': 'note 0',
  'docs/guide/dot.gif': picture(1),
  'docs/public/robots.txt': 'User-agent: *\n# 0\n',
};

/** Files that also need the bundler. */
const CODE: Record<string, string | Uint8Array> = {
  'cascader-docs.config.mjs':
    "import { words } from './words.mjs';\nexport default { deadLinks: 'warn', theme: './theme/index.tsx', ...words };\n",
  'theme/index.tsx':
    "import theme from 'cascader-docs/theme';\nexport default { ...theme, Footer: () => <footer>Footer 0</footer> };\n",
  'docs/guide/demo.md':
    '# Demo 0\n\n<code src="../../demos/box.tsx"></code>\n\n<code src="../../demos/other.tsx"></code>\n',
  'docs/guide/live.mdx': "import { word } from '../../demos/own';\n\n# Live 0\n\n{word + ' code 0'}\n",
  'docs/guide/api.md': '# Api 0\n\n<API id="Button"></API>\n',
  'demos/box.tsx':
    "import { word } from './own';\nimport './box.css';\nexport default () => <b className=\"box\">Box 0 {word}</b>;\n",
  'demos/other.tsx': "import { word } from 'words';\nexport default () => <i>Other 0 {word}</i>;\n",
  'demos/own.ts': "export const word = 'own 0';\n",
  'demos/box.css': '.box { order: 0; }\n',
  'src/index.tsx': '/** Press 0. */\nexport const Button = (_: { tone?: string }) => <button type="button" />;\n',
  'node_modules/words/package.json': '{"name": "words", "version": "1.0.0", "main": "index.js"}',
  'node_modules/words/index.js': "exports.word = 'package 0';\n",
};

/** Files with a Markdown plugin, pages from code, and data. */
const COMPUTED: Record<string, string> = {
  'plugins/mark.mjs': `import { readFileSync } from 'node:fs';
const file = new URL('../plugins/sign.txt', import.meta.url);
export const mark = ({ sign }) => (tree, page) => {
  page.data.dependencies = [file.pathname];
  tree.children.push({ type: 'html', value: '<p>Marked 0 ' + sign + readFileSync(file, 'utf8') + '</p>' });
};
`,
  'plugins/sign.txt': 'sign 0',
  'docs/of/[name].md':
    '---\ntitle: Of {{ params.name }} 0\n---\n\nText 0 {{ params.name }}\n\n<!-- @content -->\n\nEnd 0\n',
  'docs/of/[name].paths.mjs': `import fs from 'node:fs';
import path from 'node:path';
const pageOf = (file) => ({
  params: { name: path.basename(file, '.txt') },
  content: 'Content 0 ' + fs.readFileSync(file, 'utf8'),
});
export default { watch: ['./names/*.txt'], paths: (files) => files.map(pageOf) };
`,
  'docs/of/names/one.txt': 'one 0',
  'docs/of/values.data.mjs': `import fs from 'node:fs';
export default { watch: ['./names/*.txt'], load: (files) => files.map((file) => 'value 0 ' + fs.readFileSync(file, 'utf8')) };
`,
  'docs/of/live.mdx': "import { data } from './values.data.mjs';\n\n# Live 0\n\n{data.join()}\n",
};

/** Returns the configuration with the plugin. */
function withPlugin(files: Record<string, string | Uint8Array>): string {
  const plugin = "markdown: { remarkPlugins: [[mark, { sign: 'option 0' }]] }, ...words";
  const config = String(files['cascader-docs.config.mjs']).replace('...words', plugin);
  return `import { mark } from './plugins/mark.mjs';\n${config}`;
}

/**
 * @param options.withCode adds demos, interactive pages, tables, a theme and a package
 * @param options.isComputed adds a Markdown plugin, pages from code, and data
 */
export async function startWalk(seed: number, { withCode = false, isComputed = false } = {}): Promise<Walk> {
  const random = createRandom(seed);
  const site = await createSite({
    ...TEXTS,
    ...(withCode && CODE),
    ...(isComputed && { ...COMPUTED, 'cascader-docs.config.mjs': withPlugin(withCode ? CODE : TEXTS) }),
  });
  const at = (file: string): string => path.join(site.root, file);
  const pick = <Item>(list: Item[]): Item => list[random(list.length)] as Item;
  const read = (): Files => {
    const list = (folder: string): string[] =>
      fs
        .readdirSync(at(folder), { withFileTypes: true })
        .filter(({ name }) => !/^(?:dist|clean|beside|\.cache|\.keep|package\.json|\..+\.cascader-docs-.+)$/.test(name))
        .flatMap((entry) =>
          entry.isDirectory() ? list(path.join(folder, entry.name)) : [path.join(folder, entry.name)],
        );
    return new Map(list('.').map((file) => [file, fs.readFileSync(at(file))]));
  };
  const write = (file: string, content: string | Uint8Array): void => {
    fs.mkdirSync(path.dirname(at(file)), { recursive: true });
    fs.writeFileSync(at(file), content);
  };
  /** Earlier states of the site, to return to. */
  const branches: Files[] = [read()];
  let count = 0;
  /** Reverts an edit that breaks the site. One edit is enough to compare a failed build with a clean one. */
  let revert: (() => void) | undefined;

  const EDITS: Record<string, (files: Files) => string | undefined> = {
    number(files) {
      const numbered = [...files].filter(([file, text]) => !file.endsWith('.gif') && /[ .]\d\b/.test(text.toString()));
      const [file, text] = pick(numbered);
      const places = [...text.toString().matchAll(/(?<=[A-Za-z:] )\d+\b/g)];
      if (places.length === 0) return undefined;
      const { index, 0: old } = pick(places);
      const all = text.toString();
      write(file, `${all.slice(0, index)}${count}${all.slice(index + old.length)}`);
      return `${file}: a number`;
    },
    picture() {
      write('docs/guide/dot.gif', picture(count % 200));
      return 'the picture';
    },
    add() {
      write(`docs/guide/new-${count}.md`, `# New ${count}\n\nText 0. [A](./a.md)\n`);
      return `docs/guide/new-${count}.md is added`;
    },
    remove(files) {
      const added = [...files.keys()].filter((file) => /new-\d+\.md$/.test(file));
      if (added.length === 0) return undefined;
      const file = pick(added);
      fs.rmSync(at(file));
      return `${file} is removed`;
    },
    rename(files) {
      const added = [...files.keys()].filter((file) => /new-\d+\.md$/.test(file));
      if (added.length === 0) return undefined;
      const file = pick(added);
      fs.renameSync(at(file), at(`docs/guide/new-${count}.md`));
      return `${file} is renamed to new-${count}.md`;
    },
    public() {
      const file = at('docs/public/later.txt');
      if (fs.existsSync(file)) fs.rmSync(file);
      else write('docs/public/later.txt', 'later');
      return 'a public file is added or removed';
    },
    settings() {
      const settings = ['csp: {}', "themeConfig: { toc: 'menu' }", 'search: false', "base: '/base/'", 'llms: false'];
      write('words.mjs', `export const words = { title: 'Walk ${random(3)}', ${pick(settings)} };\n`);
      return 'the configuration';
    },
    link() {
      const text = `---\norder: ${random(5)}\n---\n\n# B ${random(3)}\n\nText 0. [to come](./new-${count + 1}.md) <embed src="./_part.md"></embed>\n`;
      write('docs/guide/b.md', text);
      return 'links, order and title of a page';
    },
    group() {
      const group = pick(['First', 'Second', 'Third']);
      write('docs/guide/c.md', `---\norder: 3\ngroup: ${group}\n---\n\n# C 0\n\nText 0. [a file](./note.txt)\n`);
      return 'the group of a page';
    },
    embed(files) {
      const file = 'docs/guide/_part.md';
      fs.rmSync(at(file));
      revert = () => write(file, files.get(file) as Uint8Array);
      return 'the embedded file is removed';
    },
    ...(withCode && {
      demo() {
        write(`demos/new-${count}.tsx`, `export default () => <b>New ${count}</b>;\n`);
        write(`docs/guide/new-${count}.md`, `# New ${count}\n\n<code src="../../demos/new-${count}.tsx"></code>\n`);
        return `docs/guide/new-${count}.md is added with a demo`;
      },
      throwing(files) {
        const file = 'demos/box.tsx';
        write(file, "export default () => { throw new Error('at work'); };\n");
        revert = () => write(file, files.get(file) as Uint8Array);
        return 'a demo that throws';
      },
      unit(files) {
        const file = 'demos/own.ts';
        fs.renameSync(at(file), at('demos/own.tsx'));
        revert = () => {
          fs.rmSync(at('demos/own.tsx'));
          write(file, files.get(file) as Uint8Array);
        };
        return 'a file of demos is renamed';
      },
    }),
    ...(isComputed && {
      entry(files) {
        const added = [...files.keys()].filter((file) => /new-\d+\.txt$/.test(file));
        if (added.length > 0 && random(2) === 0) fs.rmSync(at(pick(added)));
        else write(`docs/of/names/new-${count}.txt`, 'new 0');
        return 'an entry of a paths file and of data is added or removed';
      },
      broken(files) {
        const file = pick(['docs/of/[name].paths.mjs', 'docs/of/values.data.mjs', 'plugins/mark.mjs']);
        write(file, "throw new Error('at work');\n");
        revert = () => write(file, files.get(file) as Uint8Array);
        return `${file} throws`;
      },
    }),
    leave(files) {
      branches.push(files);
      if (branches.length > 3) branches.shift();
      return undefined;
    },
    branch(files) {
      const other = pick(branches);
      for (const file of files.keys()) if (!other.has(file)) fs.rmSync(at(file));
      for (const [file, content] of other) write(file, content);
      return 'another branch';
    },
  };
  return {
    site,
    random,
    edit() {
      if (revert) {
        revert();
        revert = undefined;
        return 'reverted';
      }
      for (;;) {
        count++;
        const edit = EDITS[pick(Object.keys(EDITS))];
        const done = edit?.(read());
        if (done) return done;
      }
    },
    expectClean: (step, built) => expectClean(site, built, `seed ${seed}, ${step}`),
  };
}
