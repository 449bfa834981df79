/**
 * title: Card
 */
import { Card, type CardProps, Rating, Switch } from '@handbook/ui';
import { defineControls } from 'cascader-docs/playground';

export const controls = defineControls<CardProps>()({
  children: {
    Rating: <Rating label="How was it?" />,
    Switch: <Switch>Tell my friends</Switch>,
  },
});

export default function Demo({ title = 'Your stay', children = 'Thank you.' }: CardProps) {
  return <Card title={title}>{children}</Card>;
}
