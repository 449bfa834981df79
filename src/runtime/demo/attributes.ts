/** Attribute of a demo's place, with the demo's id. Its content is the card, a React root. */
export const DEMO_ATTRIBUTE = 'data-demo';
/** Attribute of the element inside the card that the demo itself is rendered into, a React root of its own. */
export const DEMO_ROOT_ATTRIBUTE = 'data-demo-root';
/** How far outside of the viewport a demo is hydrated. */
export const NEAR_VIEWPORT = '200px';

/** Prefix of the ids that React makes in a demo's card, on the server and in the browser. */
export function cardPrefix(id: string): string {
  return `card-${id}`;
}
