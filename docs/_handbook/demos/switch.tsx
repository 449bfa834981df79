/**
 * title: Switch
 * description: The layout is in `switch.less`, in the second tab of the code.
 */
import { Switch } from '@handbook/ui';
import './switch.less';

export default function Switches() {
  return (
    <div className="handbook-switches">
      <Switch defaultChecked>Notifications</Switch>
      <Switch>Sounds</Switch>
    </div>
  );
}
