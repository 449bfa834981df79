import type { ReactElement } from 'react';
import { useSite } from '../runtime/index.ts';

export function Footer(): ReactElement | null {
  const { footer } = useSite();
  if (!footer) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML of the configuration, made at build
  return <footer className="footer" dangerouslySetInnerHTML={{ __html: footer }} />;
}
