/**
 * title: A first playground
 * description: Replace the paragraph with one of your components, and the type with the type of its props.
 */
export default function Greeting({ name = 'world', dir }: { name?: string; dir?: 'ltr' | 'rtl' }) {
  return <p dir={dir}>Hello {name}!</p>;
}
