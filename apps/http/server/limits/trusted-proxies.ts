import { BlockList, isIP } from 'node:net';

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
