import { type EvmAddress, evmAddress, type Hex } from '@interline/plugins';

const transfer = /^0xa9059cbb0{24}(?<to>[0-9a-f]{40})(?<units>[0-9a-f]{64})$/i;

/** A `transfer(address,uint256)` to the byte; null where the calldata is anything else. */
export function readTransfer(
  data: Hex,
): { readonly to: EvmAddress; readonly units: bigint } | null {
  const { to, units } = transfer.exec(data)?.groups ?? {};
  return to === undefined || units === undefined
    ? null
    : { to: evmAddress(`0x${to}`), units: BigInt(`0x${units}`) };
}
