import { isIPv6 } from 'node:net';

/**
 * The key that a sender is counted by: its IPv4 address, or the /56 of its IPv6 address, the usual
 * prefix of one household. Text that is not an address counts as itself.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const groups = groupsOf(bare);
  const [a = 0, b = 0, c = 0, d = 0, , , g = 0, h = 0] = groups;
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [g >> 8, g & 0xff, h >> 8, h & 0xff].join('.');
  return `${[a, b, c, d & 0xff00].map((group) => group.toString(16)).join(':')}::/56`;
}

/** All eight groups. A URL has one canonical form of them. */
function groupsOf(address: string): readonly number[] {
  const [before = '', after = ''] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::');
  const [first, last] = [before, after].map((run) => run.split(':').filter((one) => one !== ''));
  const left = first ?? [];
  const right = last ?? [];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}
