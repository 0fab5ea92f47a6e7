import { evmAddress, type EvmAddress } from '@interline/kernel';
import type { BatchCall } from '../abi/executor-calls.ts';

/** What calls say themselves that they take from the account that makes them. */
export interface DeclaredMoves {
  readonly coin: bigint;
  /** By listed token: what is approved and what is transferred, together. */
  readonly units: ReadonlyMap<EvmAddress, bigint>;
  readonly approvals: readonly {
    readonly token: EvmAddress;
    readonly spender: EvmAddress;
    readonly units: bigint;
  }[];
}

const moveShape = /^0x(095ea7b3|a9059cbb)0{24}([0-9a-fA-F]{40})([0-9a-fA-F]{64})$/;
const approveSelector = '095ea7b3';

/**
 * Reads exact approvals and plain transfers of listed tokens; calldata of any other shape declares
 * nothing.
 */
export function declaredMoves(
  calls: readonly BatchCall[],
  tokens: readonly EvmAddress[],
): DeclaredMoves {
  const units = new Map<EvmAddress, bigint>();
  const approvals: DeclaredMoves['approvals'][number][] = [];
  for (const { to: token, data } of calls) {
    const [, selector, party, amount] = moveShape.exec(data) ?? [];
    if (party === undefined || amount === undefined || !tokens.includes(token)) continue;
    const moved = BigInt(`0x${amount}`);
    units.set(token, (units.get(token) ?? 0n) + moved);
    if (selector === approveSelector)
      approvals.push({ token, spender: evmAddress(`0x${party}`), units: moved });
  }
  return { coin: calls.reduce((sum, { valueWei }) => sum + valueWei, 0n), units, approvals };
}
