import type { ReactElement } from 'react';
import { useMessage, useSite } from '../runtime/index.ts';
import { SocialIcon } from './icons.tsx';

export function SocialLinks(): ReactElement | null {
  const { socialLinks } = useSite();
  const message = useMessage();
  if (socialLinks.length === 0) return null;
  return (
    <ul className="social-links" aria-label={message('social.label')}>
      {socialLinks.map(({ name, link }) => (
        <li key={name}>
          <a
            className="icon-button"
            href={link}
            target="_blank"
            rel="noreferrer"
            aria-label={message(`social.${name}`)}
          >
            <SocialIcon name={name} />
          </a>
        </li>
      ))}
    </ul>
  );
}
