/**
 * title: Try the props
 * props: variant busy disabled onClick
 */
import { Button, type ButtonProps } from '__NAME__';

export default function ButtonPlayground(props: ButtonProps) {
  return (
    <Button variant="primary" {...props}>
      Save draft
    </Button>
  );
}
