import { describe, expect, it } from 'vitest';
import { renderReview } from '../../../../../src/node/tools/check/screenshots/review/write-review.ts';
import type { ReviewEntry, ScreenshotKind } from '../../../../../src/shared/screenshot-review.ts';

const entryOf = (kind: ScreenshotKind, more: Partial<ReviewEntry> = {}): ReviewEntry => ({
  ...{ kind, demo: 'a', route: '/', state: '', width: 390, color: 'light', ...more },
});
const change = { pixels: 1, box: { x: 0, y: 0, width: 1, height: 1 }, worst: 0.1, isSlight: true };

describe('the review page', () => {
  it('summarizes the comparison', () => {
    const entries = [entryOf('changed', { change }), entryOf('changed'), entryOf('removed'), entryOf('unstable')];
    expect(renderReview({ title: 'Site', entries })).toContain('✖ 2 changed (1 slightly), 1 removed');
    expect(renderReview({ title: 'Site', entries: [entryOf('unchanged')] })).toContain(
      '✔ 1 screenshots, nothing changed',
    );
  });

  it('escapes titles in HTML and data', () => {
    const title = '"</title></script><script>alert(1)</script>';
    const html = renderReview({ title, entries: [entryOf('added', { title })] });
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toContain('alert(1)</script>');
    const [, data = ''] = /id="review-data">(.*)<\/script>\n/.exec(html) ?? [];
    expect(JSON.parse(data)).toMatchObject([{ title }]);
  });

  it('explains why nothing was compared', () => {
    const html = renderReview({ title: 'Site', entries: [], difference: 'the browser is <new>' });
    expect(html).toContain('so every screenshot may differ: the browser is &lt;new&gt;.');
    expect(html).not.toContain('<script');
  });
});
