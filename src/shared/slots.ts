/** Names of the slots of a theme, which a site fills with components. `theme/contract.ts` describes them. */
export const SLOTS = [
  'LayoutTop',
  'LayoutBottom',
  'HeaderStart',
  'HeaderEnd',
  'NavbarStart',
  'NavbarEnd',
  'SidebarTop',
  'SidebarBottom',
  'ContentTop',
  'ContentBottom',
  'TocTop',
  'TocBottom',
  'FooterTop',
  'FooterBottom',
  'DemoBar',
  'DemoActions',
  'DemoBottom',
  'SearchBottom',
  'NotFoundBottom',
] as const;

export type SlotName = (typeof SLOTS)[number];
