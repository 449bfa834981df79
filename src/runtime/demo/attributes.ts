/** Distance outside of the viewport at which a demo is hydrated. */
export const NEAR_VIEWPORT = '200px';

/** Returns the prefix of the ids that React generates in a demo's card, on the server and in the browser. */
export function cardPrefix(id: string): string {
  return `card-${id}`;
}
