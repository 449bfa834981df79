/** Distance outside of the viewport at which a demo is hydrated. */
export const NEAR_VIEWPORT = '200px';

export function cardPrefix(id: string): string {
  return `card-${id}`;
}
