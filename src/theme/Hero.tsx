import type { ReactElement } from 'react';
import { Link, usePage } from '../runtime/index.ts';

export function Hero(): ReactElement | null {
  const { hero, titleAsHeading } = usePage();
  if (!hero) return null;
  const { title, description, background, actions } = hero;
  const Title = titleAsHeading ? 'h1' : 'p';
  return (
    <div className="hero" style={background ? { background } : undefined}>
      {title && <Title className="hero-title">{title}</Title>}
      {description && <p className="hero-description">{description}</p>}
      {actions && actions.length > 0 && (
        <p className="hero-actions">
          {actions.map(({ text, link }) => (
            <Link key={text} className="button" to={link}>
              {text}
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}
