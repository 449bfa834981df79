import type { ReactElement } from 'react';
import { useSite } from '../runtime/index.ts';
import { Slot } from './contract.ts';

export function Footer(): ReactElement {
  const { footer } = useSite();
  return (
    <>
      <Slot name="FooterTop" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: HTML of the configuration, made at build */}
      {footer && <footer className="footer" dangerouslySetInnerHTML={{ __html: footer }} />}
      <Slot name="FooterBottom" />
    </>
  );
}
