import { getAddress } from 'ethers/address';

/**
 * Whether the capitals of an address are those of its checksum (EIP-55). True for an address in a
 * single case, which carries no checksum, and for text that is not an address.
 */
export function isSpeltRight(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address) || /^0x([0-9a-f]{40}|[0-9A-F]{40})$/.test(address))
    return true;
  return getAddress(address.toLowerCase()) === address;
}
