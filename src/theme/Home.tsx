import type { ReactElement } from 'react';
import { Adopted, Link, useMessage, usePage } from '../runtime/index.ts';
import { COPY_ATTRIBUTE, COPY_BUTTON_CLASS } from '../shared/dom-contract.ts';

export function Hero(): ReactElement | null {
  const { hero, titleAsHeading } = usePage();
  const message = useMessage();
  if (!hero) return null;
  const { title, description, background, actions, install, media } = hero;
  const Title = titleAsHeading ? 'h1' : 'p';
  return (
    <div className="hero" style={background ? { background } : undefined}>
      <div>
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
        {install && (
          <div className="hero-install">
            <code>{install}</code>
            <button
              type="button"
              className={COPY_BUTTON_CLASS}
              {...{ [COPY_ATTRIBUTE]: install }}
              aria-label={message('code.copy')}
            />
          </div>
        )}
      </div>
      {media && (
        <div className="hero-media">
          <Adopted name={media} />
        </div>
      )}
    </div>
  );
}

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
