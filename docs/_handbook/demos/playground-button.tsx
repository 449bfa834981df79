/**
 * title: Button
 * props: tone disabled onClick
 */
import { Button, type ButtonProps } from '@handbook/ui';

export default function Demo(props: ButtonProps) {
  return (
    <Button tone="loud" {...props}>
      Save
    </Button>
  );
}
