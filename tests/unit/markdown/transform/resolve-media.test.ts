import { describe, expect, it } from 'vitest';
import { createProject, messagesOf } from '../project.ts';

describe('an image or a video', () => {
  it.each(['md', 'mdx'])('without an address is an error at its location, in .%s', async (format) => {
    const source = `![a]()

![b](<>)

<img src="" alt="c" />

<img src=" " alt="d" />

<img srcSet="" alt="e" />

<video src="" poster=""></video>
`;
    const name = `docs/a.${format}`;
    const { diagnostics } = await createProject({ [name]: source }).compile(name);
    const [first] = diagnostics;
    expect(first).toMatchObject({ severity: 'error', code: 'CD349', text: 'The image has no URL' });
    expect(first?.notes).toEqual([
      'Write a file path, such as `./picture.png`, in the parentheses or in the `src` attribute.',
    ]);
    expect(messagesOf(diagnostics).map((message) => message.replace(/:\d+ error CD349: /, ' '))).toEqual([
      '1 The image has no URL',
      '3 The image has no URL',
      '5 The image has no URL',
      '7 The image has no URL',
      '9 The image has no URL',
      '11 The video has no URL',
      '11 The video has no URL',
    ]);
  });

  it('can have sources instead of an address', async () => {
    const source = '<video><source src="https://example.org/a.mp4" /></video>\n';
    const project = createProject({ 'docs/a.md': source }, { config: { csp: { 'media-src': ['https:'] } } });
    expect((await project.compile('docs/a.md')).diagnostics).toEqual([]);
  });

  it('without an address is a warning if dead links are warnings', async () => {
    const project = createProject({ 'docs/a.md': '![a]()\n' }, { config: { deadLinks: 'warn' } });
    expect(messagesOf((await project.compile('docs/a.md')).diagnostics)).toEqual([
      '1:1 warning CD349: The image has no URL',
    ]);
  });
});
