/**
 * title: Review
 * defaultShowCode: true
 */
import { Button, Card, Rating, Switch } from '@handbook/ui';
import { useState } from 'react';

export default () => {
  const [isSent, setIsSent] = useState(false);
  return (
    <Card title="Rate your stay">
      <Rating label="How was it?" defaultValue={3} />
      <Switch defaultChecked>Tell my friends</Switch>
      <Button tone="loud" onClick={() => setIsSent(true)}>
        {isSent ? 'Thank you!' : 'Send'}
      </Button>
    </Card>
  );
};
