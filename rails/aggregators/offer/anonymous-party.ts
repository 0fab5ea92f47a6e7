import { type EvmAddress, evmAddress, isEvmAddressShape } from '@interline/plugins';

/**
 * Stands for a payer or recipient nobody named, in prices only: engines refuse the zero address,
 * and quote contracts otherwise.
 */
export const anonymousParty = evmAddress('0x3f5a1c9e7b2d48f06a8c5e1b9d7042f3a6c8e0b4');

export function partyOf(named: string | null): EvmAddress {
  return named !== null && isEvmAddressShape(named) ? evmAddress(named) : anonymousParty;
}
