import type { ReactElement } from 'react';
import { Adopted, Link, usePage } from '../runtime/index.ts';

export function Features(): ReactElement {
  const { features = [] } = usePage();
  return (
    <ul className="features">
      {features.map(({ title, description, icon, emoji, link }) => (
        <li key={title} className="feature">
          {(icon || emoji) && (
            <div className="feature-icon" aria-hidden="true">
              {icon ? <Adopted name={icon} /> : emoji}
            </div>
          )}
          {title && <p className="feature-title">{link ? <Link to={link}>{title}</Link> : title}</p>}
          {description && <p>{description}</p>}
        </li>
      ))}
    </ul>
  );
}
