import type { NavigationLookup } from '../../content/navigation-lookup.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import { titlesIn } from './page-key.ts';

/** The sidebars of a build by their digests. */
export interface SidebarDigests {
  /** Digest of the whole sidebar of a page. */
  of(page: SourcePage): string | undefined;
  /** Titles of all sidebars. */
  titles(): Map<string, Map<string, string>>;
}

/** Makes each digest once, when it is asked for. */
export function createSidebarDigests(
  { navigation }: LoadedSite,
  { sidebarOf }: NavigationLookup,
  digest: (value: object) => string,
): SidebarDigests {
  const digests = new WeakMap<object, string>();
  const digestOf = (groups: object): string => {
    const found = digests.get(groups) ?? digest(groups);
    digests.set(groups, found);
    return found;
  };
  let titles: Map<string, Map<string, string>> | undefined;
  return {
    of({ locale, routePath }) {
      const groups = sidebarOf(locale, routePath);
      return groups && digestOf(groups);
    },
    titles() {
      titles ??= new Map(
        Object.values(navigation.sidebars)
          .flatMap((sidebars) => Object.values(sidebars))
          .map((groups) => [digestOf(groups), titlesIn(groups)]),
      );
      return titles;
    },
  };
}
