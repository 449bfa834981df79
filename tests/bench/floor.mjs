// The floor of a build of text pages: parses every page, prints HTML without a theme, and writes it. Without links,
// search, highlighting and navigation, no generator with the same parser can be faster.
//   node floor.mjs DOCS_DIR OUT_DIR
// Compare it with a build, including all processes: python3 all-cpu.py node floor.mjs docs /tmp/floor
import fs from 'node:fs';
import path from 'node:path';
import { toHtml } from 'hast-util-to-html';
import { toHast } from 'mdast-util-to-hast';
import { markdownToMdast } from 'satteri';

const [, , docs, out] = process.argv;
if (!docs || !out) {
  console.error('usage: floor.mjs DOCS_DIR OUT_DIR');
  process.exit(2);
}
const files = fs.readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((file) => /\.mdx?$/.test(file));
const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
for (const file of files) {
  const source = fs.readFileSync(path.join(docs, file), 'utf8');
  const [front = ''] = /^---\n[\s\S]*?\n---\n/.exec(source) ?? [];
  const title = /^title: *(.*)$/m.exec(front)?.[1] ?? file;
  const tree = markdownToMdast(source.slice(front.length), { features: { directive: true, frontmatter: false } });
  const html = toHtml(toHast(tree));
  const folder = path.join(out, file.replace(/\.mdx?$/, ''));
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'index.html'), `<!doctype html><title>${escapeHtml(title)}</title><body>${html}`);
}
console.log(`${files.length} pages`);
