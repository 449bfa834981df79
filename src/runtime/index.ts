export {
  ANNOUNCER_ATTRIBUTE,
  DEMO_ATTRIBUTE,
  DEMO_ROOT_ATTRIBUTE,
  ENHANCE_ATTRIBUTE,
  NEEDS_RUNTIME,
  SEARCH_ATTRIBUTE,
} from '../shared/dom-contract.ts';
export type { SidebarEntry, SidebarSection, SidebarView } from '../shared/sidebar-view.ts';
export { Adopted, type AdoptedProps } from './Adopted.tsx';
export { announce } from './announce.ts';
export type { Breadcrumb } from './breadcrumbs.ts';
export { copyFrom } from './copy-from.ts';
export { CrashBoundary, type CrashBoundaryProps } from './demo/CrashBoundary.tsx';
export { describeError } from './demo/describe-error.ts';
export { useStack } from './demo/use-stack.ts';
export { type UsePagesOptions, useActiveHash, useColorScheme, useNavigate, usePages, useRender } from './hooks.ts';
export type { MessageId } from './intl.ts';
export { Link, type LinkProps, type Prefetch } from './Link.tsx';
export { useLanguage, useLanguages, useMessage, useMoment, useShellLang } from './language.ts';
export type { ExportHook, Service } from './live/export-demo.ts';
export type { LiveFailure } from './live/protocol.ts';
export type { LiveState } from './live/state.ts';
export { type DemoActions, useDemoActions } from './live/use-demo-actions.ts';
export { type SiteLocation, useHref, useLocation } from './location.ts';
export { type NavEntry, useHome, useLocaleLinks, useNav, useVersions, type VersionEntry } from './nav.ts';
export { usePage, usePageModule, useSite } from './page.ts';
export { useSteps } from './player/use-steps.ts';
export { type LoadedControls, usePlayground } from './playground/use-playground.ts';
export type { PlaygroundView } from './playground-types.ts';
export { Outlet } from './router.tsx';
export type { NavigateOptions, PageModule } from './runtime.ts';
export { useServerLoaderData } from './server-loader.ts';
export { useHydrated } from './store.ts';
export { useIntl } from './use-intl.ts';
export { useNearest } from './use-nearest.ts';
