import { expect, it } from 'vitest';
import { withFonts } from '../../../../src/node/tools/check/serve.ts';

it('a late font is shown in the pages of a check', async () => {
  const css = '@font-face{font-family:Geist;font-display:optional}';
  const served = withFonts(
    new Map<string, string | (() => Promise<Uint8Array>)>([
      ['assets/site.css', css],
      ['public.css', async () => Buffer.from(css)],
      ['index.html', css],
    ]),
  );
  const read = async (file: string): Promise<string> => {
    const content = served.get(file);
    return String(typeof content === 'function' ? await content() : content);
  };
  expect(await read('assets/site.css')).toBe('@font-face{font-family:Geist;font-display:block}');
  expect(await read('public.css')).toBe('@font-face{font-family:Geist;font-display:block}');
  expect(await read('index.html')).toBe(css);
});
