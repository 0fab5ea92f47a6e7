import artifact from './contracts/artifacts/HoldingsProbe.json' with { type: 'json' };
import { evmAddress, type Hex } from '@interline/kernel';

/**
 * Stands nowhere but in simulations, at an address where nothing else does: `probe` in ASCII, and a
 * one.
 */
export const holdingsProbe = {
  address: evmAddress('0x70726f6265000000000000000000000000000001'),
  deployedBytecode: artifact.deployedBytecode as Hex, // CAST: the compiler's own output.
} as const;
