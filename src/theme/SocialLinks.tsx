import type { ReactElement } from 'react';
import { useMessage, useSite } from '../runtime/index.ts';
import { SocialIcon } from './icons.tsx';

export function SocialLinks(): ReactElement | null {
  const { socialLinks } = useSite();
  const message = useMessage();
  if (socialLinks.length === 0) return null;
  return (
    <ul className="social-links" aria-label={message('social.label')}>
      {socialLinks.map(({ name, link, label = message(`social.${name}`), hasIcon }) => (
        <li key={name}>
          <a
            className="icon-button"
            href={link}
            target="_blank"
            // With `me`, Mastodon shows a link back to the site as verified.
            rel={name === 'mastodon' ? 'me noreferrer' : 'noreferrer'}
            aria-label={label}
          >
            <SocialIcon name={name} hasIcon={hasIcon} />
          </a>
        </li>
      ))}
    </ul>
  );
}
