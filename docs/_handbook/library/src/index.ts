/** The component library that the handbook's demos use. */
export * from './Button.tsx';
export * from './Card.tsx';
export * from './Rating.tsx';
export * from './Switch.tsx';
export * from './Table.tsx';
