import { createNavigationLookup } from '../../content/navigation-lookup.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import type { EntryLog } from '../../store/entry-log.ts';
import { sidebarDigest, titlesIn } from './page-key.ts';
import type { SidebarTitles } from './page-reasons.ts';

/** Name of the task in the store. */
const TASK = 'sidebar';

/** Titles in the sidebars of this build and of earlier builds, to report which of them changed. */
export interface KnownSidebars {
  /**
   * Returns the titles in the sidebar of a page, now and in an earlier build.
   *
   * @param digest digest of the earlier sidebar; if only a part of the sidebar is shown, its digest is unknown, and the newest
   * entry is used
   */
  titlesOf(
    page: SourcePage,
    digest: string | undefined,
  ): { before: SidebarTitles | undefined; now: SidebarTitles | undefined };
  /** Stores the titles of this build for the next one. */
  store(): void;
}

export function createKnownSidebars({ navigation }: LoadedSite, entries: EntryLog): KnownSidebars {
  const { sidebarOf } = createNavigationLookup(navigation);
  const sidebars = Object.entries(navigation.sidebars).flatMap(([locale, ofLocale]) =>
    Object.entries(ofLocale).map(([key, groups]) => ({ id: `${locale} ${key}`, groups })),
  );
  const ids = new Map<object, string>(sidebars.map(({ id, groups }) => [groups, id]));
  const titles = new Map<object, SidebarTitles>();
  let isStored = false;
  return {
    titlesOf({ locale, routePath }, key) {
      const groups = sidebarOf(locale, routePath);
      if (!groups) return { before: undefined, now: undefined };
      const now = titles.get(groups) ?? titlesIn(groups);
      titles.set(groups, now);
      const known = entries.find(TASK, ids.get(groups));
      const before = known.find((entry) => entry.key === key) ?? known[0];
      return { before: before?.read() as SidebarTitles | undefined, now };
    },
    store() {
      if (isStored) return;
      isStored = true;
      for (const { id, groups } of sidebars) {
        const key = sidebarDigest(groups);
        if (entries.find(TASK, id)[0]?.key !== key) entries.add(TASK, id, { key, value: titlesIn(groups) });
      }
    },
  };
}
