import type { ReactElement } from 'react';
import { Link, usePage } from '../runtime/index.ts';

export function Features(): ReactElement {
  const { features = [] } = usePage();
  return (
    <ul className="features">
      {features.map(({ title, description, emoji, link }) => (
        <li key={title} className="feature">
          {emoji && (
            <span className="feature-emoji" aria-hidden="true">
              {emoji}
            </span>
          )}
          {title && <p className="feature-title">{link ? <Link to={link}>{title}</Link> : title}</p>}
          {description && <p>{description}</p>}
        </li>
      ))}
    </ul>
  );
}
