import { createNavigationLookup } from '../../content/navigation-lookup.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import type { EntryLog } from '../../store/entry-log.ts';
import { titlesIn } from './page-key.ts';
import type { SidebarTitles } from './page-reasons.ts';

/** Name of the task in the store. */
const TASK = 'sidebar';

/** Titles in the sidebars of this build and of the last one, to report which of them changed. */
export interface KnownSidebars {
  /** Titles in the sidebar of a page. */
  titlesOf(page: SourcePage): { before: SidebarTitles | undefined; now: SidebarTitles | undefined };
  /** Stores the titles of this build for the next one. */
  store(): void;
}

export function createKnownSidebars(
  { navigation }: LoadedSite,
  entries: EntryLog,
  digest: (value: unknown) => string,
): KnownSidebars {
  const { sidebarOf } = createNavigationLookup(navigation);
  const sidebars = Object.entries(navigation.sidebars).flatMap(([locale, ofLocale]) =>
    Object.entries(ofLocale).map(([key, groups]) => ({ id: `${locale} ${key}`, groups })),
  );
  const ids = new Map<object, string>(sidebars.map(({ id, groups }) => [groups, id]));
  const titles = new Map<object, SidebarTitles>();
  let isStored = false;
  return {
    titlesOf({ locale, routePath }) {
      const groups = sidebarOf(locale, routePath);
      if (!groups) return { before: undefined, now: undefined };
      const now = titles.get(groups) ?? titlesIn(groups);
      titles.set(groups, now);
      const before = entries.find(TASK, ids.get(groups))[0]?.read() as SidebarTitles | undefined;
      return { before, now };
    },
    store() {
      if (isStored) return;
      isStored = true;
      for (const { id, groups } of sidebars) {
        const key = digest(groups);
        if (entries.find(TASK, id)[0]?.key !== key) entries.add(TASK, id, { key, value: titlesIn(groups) });
      }
    },
  };
}
