/**
 * title: Review
 * defaultShowCode: true
 */
import { Button, Card, Rating, Switch } from '@handbook/ui';

export default () => (
  <Card title="Rate your stay">
    <Rating label="How was it?" defaultValue={3} />
    <Switch defaultChecked>Tell my friends</Switch>
    <Button tone="loud" onClick={() => alert('Thank you!')}>
      Send
    </Button>
  </Card>
);
