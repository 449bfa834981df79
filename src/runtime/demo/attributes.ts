/** How far outside of the viewport a demo is hydrated. */
export const NEAR_VIEWPORT = '200px';

/** Prefix of the ids that React makes in a demo's card, on the server and in the browser. */
export function cardPrefix(id: string): string {
  return `card-${id}`;
}
