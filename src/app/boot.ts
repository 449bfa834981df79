/** The only script of every page: small, without React. It loads the runtime when something needs it. */
import { startColor } from '../runtime/boot/color.ts';
import { startCopy } from '../runtime/boot/copy.ts';
import { startEnhance } from '../runtime/boot/enhance.ts';
import { startMenus } from '../runtime/boot/menus.ts';
import { startSearch } from '../runtime/boot/search.ts';
import { startSidebar } from '../runtime/boot/sidebar.ts';
import { startTabs } from '../runtime/boot/tabs.ts';
import { startTocSpy } from '../runtime/boot/toc-spy.ts';
import { removeTrailingSlash } from '../runtime/boot/trailing-slash.ts';
import { startWake } from '../runtime/boot/wake.ts';
import { readPageData } from '../runtime/navigation/page-document.ts';

const slashed = removeTrailingSlash();
const page = readPageData(document);

if (page) {
  // Before `startWake()`, because search shortcuts must not load the runtime.
  startSearch();
  startWake({ page, slashed });
  startColor(page);
  if (page.kind !== 'demo') {
    startTabs();
    startCopy();
    startMenus();
    startTocSpy();
    startSidebar();
    startEnhance();
  }
}
