import type { ReactElement } from 'react';
import { useSite } from '../runtime/index.ts';
import { Slot } from './contract.ts';

export function Footer(): ReactElement {
  const { footer } = useSite();
  return (
    <>
      <Slot name="FooterTop" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: HTML of the configuration's Markdown, rendered at build time */}
      {footer && <footer className="footer" dangerouslySetInnerHTML={{ __html: footer }} />}
      <Slot name="FooterBottom" />
    </>
  );
}
