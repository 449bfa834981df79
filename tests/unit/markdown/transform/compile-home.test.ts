import { describe, expect, it } from 'vitest';
import type { Frontmatter } from '../../../../src/shared/entities.ts';
import { createProject, messagesOf } from '../project.ts';

const FILES = {
  'demos/simple.tsx': 'export default 1;\n',
  'docs/line.svg': '<?xml version="1.0"?>\n<svg viewBox="0 0 1 1"><path stroke="currentColor"/></svg>\n',
  'docs/red.svg': '<svg viewBox="0 0 1 1"><path fill="red"/></svg>\n',
};

const compileHome = (frontmatter: Frontmatter, format: 'md' | 'mdx' = 'md') => {
  const name = `docs/index.${format}`;
  const body = format === 'md' ? 'Text.\n' : 'export const a = 1;\n\n<p>{a}</p>\n';
  return createProject({ ...FILES, [name]: body }, { pages: { [name]: { frontmatter } } }).compile(name);
};

describe('content of a home page', () => {
  it.each(['md', 'mdx'] as const)('includes the demo of its hero, in .%s', async (format) => {
    const page = await compileHome({ hero: { demo: '../demos/simple.tsx' } }, format);
    expect(page.demos.map(({ id }) => id)).toEqual(['docs-demo-simple']);
    expect(page.statics.hero).toEqual([{ demo: 'docs-demo-simple' }]);
    expect(page.anchors).toContain('docs-demo-simple');
    expect(page.toc).toEqual([]);
    expect(page.diagnostics).toEqual([]);
  });

  it('includes an image, which is loaded eagerly, or one for each color scheme, which are loaded lazily', async () => {
    const one = await compileHome({ hero: { image: { light: './red.svg', alt: 'Red' } } });
    expect(String(one.statics.hero)).toMatch(/^<img src="\/assets\/red\.\w+\.svg" alt="Red" loading="eager"/);
    const both = await compileHome({ hero: { image: { light: './red.svg', dark: './line.svg' } } });
    expect(String(both.statics.hero).match(/class="in-(?:light|dark)" loading="lazy"/g)).toHaveLength(2);
    expect(both.assets).toHaveLength(2);
  });

  it('includes icons: an inline SVG for text or `currentColor`, otherwise an image', async () => {
    const svg = '<svg viewBox="0 0 1 1"></svg>';
    const { statics } = await compileHome({
      features: [{ icon: svg }, { icon: './line.svg' }, { icon: './red.svg' }, {}],
    });
    expect(statics['feature-0']).toEqual([svg]);
    expect(String(statics['feature-1'])).toBe('<svg viewBox="0 0 1 1"><path stroke="currentColor"/></svg>');
    expect(String(statics['feature-2'])).toMatch(/^<img src="\/assets\/red/);
    expect(statics['feature-3']).toBeUndefined();
  });

  it.each([
    [{ features: [{ icon: '<svg onload="x()"></svg>' }] }, 'Invalid icon: an SVG in a page must not contain scripts'],
    [{ features: [{ icon: '<svg><a href="&#106;avascript:x()"><path/></a></svg>' }] }, 'URL `javascript:x()` is not'],
    [{ features: [{ icon: '<b>x</b>' }] }, 'Invalid icon: write a path, or an SVG from `<svg` to `</svg>`'],
    [{ features: [{ icon: './lime.svg' }] }, 'Image `./lime.svg` does not exist. Did you mean `./line.svg`?'],
    [{ hero: { demo: '../demos/simpel.tsx' } }, 'Demo file `../demos/simpel.tsx` does not exist'],
    [{ hero: { image: { light: 'javascript:x' } } }, 'URL `javascript:x` is not allowed'],
  ])('is checked: %j', async (frontmatter, message) => {
    expect(messagesOf((await compileHome(frontmatter)).diagnostics).join()).toContain(message);
  });
});

describe('the date of a release', () => {
  it('is shown in its heading, but not in its id or in the table of contents', async () => {
    const source = '## 1.2.0\n\n`2026-03-01`\n\n- One\n\n## 1.1.0\n\n2026-02-01 is a day.\n';
    const page = await createProject({ 'docs/a.md': source }).compile('docs/a.md');
    expect(page.content.join('')).toContain('<h2 id="120">1.2.0 <time datetime="2026-03-01">2026-03-01</time></h2>');
    expect(page.content.join('')).not.toContain('<code>');
    expect(page.content.join('')).toContain('<p>2026-02-01 is a day.</p>');
    expect(page.toc.map(({ title }) => title)).toEqual(['1.2.0', '1.1.0']);
  });
});
