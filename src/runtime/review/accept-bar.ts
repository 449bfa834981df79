import type { ReviewEntry } from '../../shared/picture-review.ts';
import { ACCEPT_LIST, type AcceptedPicture } from '../../shared/picture-review.ts';
import type { AcceptedPictures } from './accepted-pictures.ts';
import { createButton, createElement } from './create-element.ts';

export type AcceptBar = ReturnType<typeof createAcceptBar>;

export function createAcceptBar({
  accepted,
  shown,
  onChange,
}: {
  accepted: AcceptedPictures;
  shown: () => ReviewEntry[];
  onChange: () => void;
}) {
  const acceptable = (): ReviewEntry[] => shown().filter(({ digest }) => digest !== undefined);
  const acceptShown = createButton('', () => {
    const entries = acceptable();
    accepted.set(entries, !entries.every(accepted.has));
    onChange();
  });
  const download = createButton('', () => saveList(accepted.list()), { class: 'primary' });
  return {
    element: createElement('div', { class: 'actions' }, acceptShown, download),
    update(): void {
      const entries = acceptable();
      const areAccepted = entries.length > 0 && entries.every(accepted.has);
      acceptShown.textContent = `Accept ${areAccepted ? 'none of' : 'all'} ${entries.length} shown`;
      acceptShown.disabled = entries.length === 0;
      const count = accepted.list().length;
      download.textContent = `Download list (${count})`;
      download.disabled = count === 0;
    },
  };
}

function saveList(list: readonly AcceptedPicture[]): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(list, null, 2)}\n`], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = ACCEPT_LIST;
  link.click();
  // The download has begun, but the browser may read the content later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
