/** What themes and interactive pages stand on: the only door of the runtime. */
export { Adopted, type AdoptedProps } from './Adopted.tsx';
export { ANNOUNCER_ATTRIBUTE, announce } from './announce.ts';
export { DEMO_ATTRIBUTE, DEMO_ROOT_ATTRIBUTE } from './demo/attributes.ts';
export { CrashBoundary, type CrashBoundaryProps } from './demo/CrashBoundary.tsx';
export { describeError } from './demo/describe-error.ts';
export { NEEDS_RUNTIME } from './events.ts';
export { useNavigate, useRender } from './hooks.ts';
export { type MessageId, useIntl, useMessage } from './intl.ts';
export { Link, type LinkProps, type Prefetch } from './Link.tsx';
export { useLanguage, useLanguages, useShellLang } from './language.ts';
export { type SiteLocation, useHref, useLocation } from './location.ts';
export { type NavEntry, useHome, useLocaleLinks, useNav } from './nav.ts';
export { usePage, usePageModule, useSite } from './page.ts';
export type { NavigateOptions, PageModule } from './runtime.ts';
export type { SidebarEntry, SidebarSection, SidebarView } from './sidebar-view.ts';
export { useHydrated } from './store.ts';
