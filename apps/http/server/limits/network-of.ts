import { isIP } from 'node:net';

/**
 * What one client is counted by: its IPv4 address, or the /56 of its IPv6 one, for that is what a
 * single household or server is given. What is no address stands for itself.
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
