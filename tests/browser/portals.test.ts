import { beforeAll, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

const popup = `import { useState } from 'react';
import { createPortal } from 'react-dom';
const canUseDom = typeof document !== 'undefined';
export default function Popup() {
  const [container] = useState(() => (canUseDom ? document.createElement('div') : null));
  const [count, setCount] = useState(0);
  return (
    <p ref={(element) => void (container && element?.after(container))}>
      <button type="button" onClick={() => setCount(count + 1)}>Pressed {count}</button>
      {container && createPortal(<b>Popup</b>, container)}
    </p>
  );
}
`;

let site: OpenSite;

beforeAll(async () => {
  const fixture = await createSite({
    'docs/index.md': '# Home\n\n<code src="../demos/popup.tsx"></code>\n',
    'demos/popup.tsx': popup,
  });
  const { text } = await fixture.build({ cache: false, strict: true });
  expect(text).toBe('');
  site = await openSite({ root: fixture.root });
});

it('a demo whose popup is open at first is rendered without an error in the console', async () => {
  const { page, messages } = await site.open('/');
  const button = page.getByRole('button', { name: 'Pressed' });
  await button.click();
  await page.locator('b', { hasText: 'Popup' }).waitFor();
  await button.click();
  await page.getByRole('button', { name: /Pressed [12]/ }).waitFor();
  expect(await button.count()).toBe(1);
  expect(messages).toEqual([]);
});
