/** The one script of every page: small, without React. It loads the runtime when there is something to run. */
import { startColor } from '../runtime/boot/color.ts';
import { startCopy } from '../runtime/boot/copy.ts';
import { startMenus } from '../runtime/boot/menus.ts';
import { startTabs } from '../runtime/boot/tabs.ts';
import { startTocSpy } from '../runtime/boot/toc-spy.ts';
import { removeTrailingSlash } from '../runtime/boot/trailing-slash.ts';
import { startWake } from '../runtime/boot/wake.ts';
import { readPageData } from '../runtime/navigation/page-document.ts';

const slashed = removeTrailingSlash();
const page = readPageData(document);

if (page) {
  startWake({ page, slashed });
  if (page.kind !== 'demo') {
    startColor(page.site.prefersColor);
    startTabs();
    startCopy();
    startMenus();
    startTocSpy();
  }
}
