import type { IncomingHttpHeaders } from 'node:http';

/**
 * The network under which all requests of the private lane are counted together. It cannot be an
 * address: where `networkOf` finds no address, it uses the text as it is.
 */
export const laneNetwork = 'the private lane';

/** How the gateway tells the request inside how it was sealed. */
export const laneKemHeader = 'x-lane-kem';

/** How a request of the lane was sealed. Any other sender may write what it likes there. */
export function kemOf(headers: IncomingHttpHeaders): string | null {
  const kem = headers[laneKemHeader];
  return typeof kem === 'string' ? kem : null;
}
