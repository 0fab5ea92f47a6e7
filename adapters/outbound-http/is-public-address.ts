import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * IPv4 ranges that are not the public internet (IANA's special-purpose registry), and a cloud's
 * metadata service that has a public address.
 */
const denied4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
];

/**
 * IPv6 that is special, or holds an IPv4 address inside: ::/96 with loopback, ::ffff:0:0/96
 * (mapped), ::ffff:0:0:0/96 (translated), 64:ff9b::/96 and 64:ff9b:1::/48 (NAT64), 2002::/16
 * (6to4), 2001::/23 (Teredo and other protocols), fec0::/10 (site-local, given up but still
 * routed).
 */
const denied6 = [
  '::/96',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

/** No other IPv6 range was ever assigned for public use. */
const global6 = ['2000::/3'];

// One list per family: in a mixed list, Node takes any IPv4 address for a part of ::ffff:0:0/96.
const lists = {
  denied4: listOf('ipv4', denied4),
  denied6: listOf('ipv6', denied6),
  global6: listOf('ipv6', global6),
  loopback4: listOf('ipv4', ['127.0.0.0/8']),
  loopback6: listOf('ipv6', ['::1/128']),
};

/** Whether the text is an address on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !lists.denied4.check(address, 'ipv4');
  return (
    isIPv6(address) && lists.global6.check(address, 'ipv6') && !lists.denied6.check(address, 'ipv6')
  );
}

export function isLoopbackAddress(address: string): boolean {
  return isIPv4(address)
    ? lists.loopback4.check(address, 'ipv4')
    : isIPv6(address) && lists.loopback6.check(address, 'ipv6');
}

function listOf(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/');
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}
