/** The only script that every page loads. It is small, excludes React, and loads the runtime when something needs it. */
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
  // Runs before `startWake()`, because search shortcuts must not load the runtime.
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
