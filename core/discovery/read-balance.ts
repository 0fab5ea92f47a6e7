import {
  asAddress,
  type ChainRef,
  type EvmAddress,
  isPullable,
  RelayError,
  type TokenRef,
  type Units,
} from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';

/**
 * What an account has of a token that a permit can pull, for a page that may ask no RPC node. Throws
 * `UNROUTABLE_LANE` for a chain or token that is none of them, and `CHAIN_UNREACHABLE`.
 */
export type ReadBalance = (
  token: TokenRef,
  owner: EvmAddress,
  signal: AbortSignal,
) => Promise<Units>;

export function readBalance({
  custody,
  chains,
}: {
  readonly custody: Pick<CustodyPort, 'payerState'>;
  /** The EVM chains of the deployment. */
  readonly chains: readonly ChainRef[];
}): ReadBalance {
  return async (token, owner, signal) => {
    if (!chains.includes(token.chain) || !isPullable(token))
      throw new RelayError(
        'UNROUTABLE_LANE',
        { field: 'token' },
        `${token.symbol} on ${token.chain} is nothing that a permit can pull here`,
      );
    const state = await custody.payerState(
      token.chain,
      asAddress(token.address),
      asAddress(owner),
      signal,
    );
    return state.balance;
  };
}
