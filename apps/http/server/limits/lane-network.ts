import type { IncomingHttpHeaders } from 'node:http';

/**
 * What requests of the private lane are counted to, all of them together. No address reads so: where
 * `networkOf` finds no address, the text stands for itself.
 */
export const laneNetwork = 'the private lane';

/** What the gateway tells a request inside of how it was sealed. */
export const laneKemHeader = 'x-lane-kem';

/** How a request of the lane was sealed. Any other sender may write what it likes there. */
export function kemOf(headers: IncomingHttpHeaders): string | null {
  const kem = headers[laneKemHeader];
  return typeof kem === 'string' ? kem : null;
}
