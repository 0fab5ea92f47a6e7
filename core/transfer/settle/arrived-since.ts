import type { Arrival } from '@interline/ports';
import type { Route } from '../route.ts';

/** How far a chain's clock may lag behind ours. */
const clockSlackSec = 120;

/** What arrived before the route began was somebody else's, whatever a rail says. */
export function arrivedSince(
  { createdAtMs }: Pick<Route, 'createdAtMs'>,
  { timestampSec }: Arrival,
): boolean {
  return timestampSec >= createdAtMs / 1_000 - clockSlackSec;
}
