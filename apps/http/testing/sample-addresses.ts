import { chainFamily, evmAddress, isEvmAddressShape, refuse } from '@interline/kernel';
import type { AddressReader } from '@interline/ports';

/**
 * Reads EVM addresses by their shape, and on other chains a word of letters and digits. A word that
 * begins with M is a muxed account, as if of `GACCOUNT` with the id 7.
 */
export const sampleAddresses: AddressReader = {
  read(chain, text) {
    if (chainFamily(chain) === 'eip155') {
      return isEvmAddressShape(text)
        ? { ok: true, value: { address: evmAddress(text) } }
        : refuse('BAD_REQUEST', 'must be 0x and 40 hex digits');
    }
    if (!/^[0-9A-Za-z]{4,128}$/.test(text))
      return refuse('BAD_REQUEST', `must be an address on ${chain}`);
    const muxed = text.startsWith('M') ? { muxed: { account: 'GACCOUNT', id: '7' } } : {};
    return { ok: true, value: { address: text, ...muxed } };
  },
};
