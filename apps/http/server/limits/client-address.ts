import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

type Asking = Pick<IncomingMessage, 'headers'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/**
 * The client's address: the peer, or, where the peer is a proxy of ours, the client that it names.
 * Each proxy appends its peer to `X-Forwarded-For`, so the right-most address of the list that is
 * not a proxy of ours is the last one that one of ours saw; anything to the left of it may be
 * invented. `Forwarded` and `X-Real-IP` are not read: a proxy may pass on a client's own.
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

/**
 * The unit by which a client is counted: its IPv4 address, or its IPv6 /56, because a single
 * household or server gets one. Text that is not an address is used as it is.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const version = isIP(plain);
  if (version === 4) return plain;
  if (version === 0) return address;
  const groups = groupsOf(plain);
  const mapped = mappedIpv4(groups);
  if (mapped !== null) return mapped;
  const [a = 0, b = 0, c = 0, d = 0] = groups;
  return `${[a, b, c, d & 0xff00].map((group) => group.toString(16)).join(':')}::/56`;
}

/** The eight groups of an IPv6 address, however it was written. */
function groupsOf(address: string): readonly number[] {
  const { hostname } = new URL(`http://[${address}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const [front, back] = [read(head), read(tail ?? '')];
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back];
}

function read(part: string): readonly number[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
}

/** An IPv4 client that came through an IPv6 socket is the same client. */
function mappedIpv4(groups: readonly number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.') : null;
}

/** Whether an address is one of our own proxies, whose word on their clients counts. */
export type IsProxy = (address: string) => boolean;

/** From addresses and CIDR ranges, as the config checked them. */
export function trustedProxies(ranges: readonly string[]): IsProxy {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const isV4 = isIP(address) === 4;
    list.addSubnet(address, Number(bits ?? (isV4 ? 32 : 128)), isV4 ? 'ipv4' : 'ipv6');
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}
