import { isIP } from 'node:net';

/**
 * An address, or a range of them in CIDR form. One that holds all addresses is refused: it would make
 * every client a proxy.
 */
export function isProxyRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const widest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (widest === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9][0-9]{0,2}$/.test(bits) && Number(bits) <= widest);
}
