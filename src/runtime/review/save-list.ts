import { ACCEPT_LIST, type AcceptedPicture } from '../../shared/picture-review.ts';

export function saveList(list: readonly AcceptedPicture[]): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(list, null, 2)}\n`], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = ACCEPT_LIST;
  link.click();
  // The download has begun, but the browser may read the content later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
