/**
 * title: A first demo
 * description: Change the props, and show what the component does.
 */
__STATEMENT__

export default function First() {
  return __ELEMENT__;
}
