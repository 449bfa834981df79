import { type ReactNode, useId } from 'react';
import './tokens.css';
import './card.css';

export interface CardProps {
  /** Names the card, also for screen readers. */
  title: string;
  /** The content, in one column. */
  children: ReactNode;
}

/** Groups content that belongs together. */
export function Card({ title, children }: CardProps) {
  const id = useId();

  return (
    <article aria-labelledby={id} className="ui-card">
      <p id={id}>{title}</p>
      {children}
    </article>
  );
}
