import { evmAddress } from '@interline/plugins';

// How engines write a chain's own coin; which one is each room's business.

export const zeroNative = evmAddress('0x0000000000000000000000000000000000000000');
export const eeeeNative = evmAddress('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee');
