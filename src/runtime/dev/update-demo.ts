import type { DemoData } from '../../shared/page-data.ts';
import type {} from '../dev-tools.ts';
import { addDemoStyles, updateHead } from '../navigation/head.ts';
import type { PageDocument } from '../navigation/page-document.ts';
import type { Runtime } from '../runtime.ts';
import { isSameDocument } from './compare-pages.ts';
import { replaceCode } from './demo-code.ts';
import type { DevRuntime } from './globals.ts';
import { loadNewStyles } from './update-styles.ts';

export interface DemoUpdaterOptions {
  runtime: Runtime;
  remount: (demo: DemoData) => void;
}

export function createDemoUpdater({ runtime, remount }: DemoUpdaterOptions): DevRuntime {
  let shown: PageDocument | undefined;
  return {
    shown: () => shown,
    forget: () => undefined,
    async update(next, before) {
      const [old, demo] = [before, next].map(({ data }) => Object.values(data.demos)[0]);
      if (!old || !demo || !isSameDocument(before, next)) return false;
      const [goesOn, applyStyles] = await Promise.all([
        old.id === demo.id && (old.js === demo.js || replaceCode(runtime.load, old.js, demo.js)),
        loadNewStyles(before.document, next.document),
      ]);
      applyStyles();
      addDemoStyles(next.document);
      runtime.page.set({ ...runtime.page.get(), data: next.data });
      window.cascaderDocsDev?.refresh();
      if (!goesOn) remount(demo);
      updateHead(next.document);
      shown = next;
      return true;
    },
  };
}
