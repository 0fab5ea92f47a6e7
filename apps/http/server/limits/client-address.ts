import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { IsProxy } from './trusted-proxies.ts';

type Asking = Pick<IncomingMessage, 'headers'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/**
 * Who asks: the peer, or where that is a proxy of ours, whom it says it asks for. Each proxy writes
 * its peer at the right end of `X-Forwarded-For`, so of that list the right-most one who is no
 * proxy of ours is the last that anybody saw; what stands left of it may be made up. `Forwarded`
 * and `X-Real-IP` are not read: a proxy may pass on a client's own.
 */
export function clientAddress({ headers, socket }: Asking, isProxy: IsProxy): string {
  let seen = plainAddress(socket.remoteAddress ?? '');
  if (!isProxy(seen)) return seen;
  const hops = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  while (isProxy(seen)) {
    const hop = plainAddress((hops.pop() ?? '').trim());
    if (isIP(hop) === 0) return seen;
    seen = hop;
  }
  return seen;
}

/** Without the port that some proxies add, and without an IPv6 socket's way to write IPv4. */
function plainAddress(hop: string): string {
  const address =
    /^\[(.+)\](?::[0-9]+)?$/.exec(hop)?.[1] ?? /^([0-9.]+):[0-9]+$/.exec(hop)?.[1] ?? hop;
  return /^::ffff:([0-9.]+)$/i.exec(address)?.[1] ?? address;
}
