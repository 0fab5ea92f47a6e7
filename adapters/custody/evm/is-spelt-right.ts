import { getAddress } from 'ethers/address';

/**
 * Whether an address's capitals are those of its checksum (EIP-55). One in a single case carries
 * none to go by, and what is no address none at all.
 */
export function isSpeltRight(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address) || /^0x([0-9a-f]{40}|[0-9A-F]{40})$/.test(address))
    return true;
  return getAddress(address.toLowerCase()) === address;
}
