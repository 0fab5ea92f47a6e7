import {
  asAddress,
  type ChainRef,
  type Address,
  isPullable,
  type TokenList,
  type TokenRef,
  type Units,
} from '@interline/kernel';
import type { Clock, CustodyPort, PayerState } from '@interline/ports';
import { takesEip2612 } from '../transfer/index.ts';

/**
 * How a signature alone moves the whole balance.
 * - permit2: Permit2 may take it already
 * - 2612: the payer signs a permit for Permit2 too
 * - none: the payer approves Permit2 first, by a transaction
 */
export type Pullable = 'permit2' | '2612' | 'none';

export interface OwnBalance {
  readonly token: TokenRef;
  readonly units: Units;
  readonly pullable: Pullable;
  /** What Permit2 may still take of the token, in smallest units; it can be more than the balance. */
  readonly permit2Allowance: Units;
}

export interface Balances {
  /** Balances above zero, in the order in which the chains were named. */
  readonly held: readonly OwnBalance[];
  /** Chains that did not answer in time, or not for each of their tokens. */
  readonly unread: readonly ChainRef[];
}

/** An account's balances of tokens that permits can pull, on all chains at once. Never throws. */
export type ReadBalances = (
  account: Address,
  chains: readonly ChainRef[],
  signal: AbortSignal,
) => Promise<Balances>;

const withinMs = 3_000;

export function readBalances({
  custody,
  tokens,
  clock,
}: {
  readonly custody: Pick<CustodyPort, 'payerState'>;
  readonly tokens: TokenList;
  readonly clock: Pick<Clock, 'alarm'>;
}): ReadBalances {
  return async (account, chains, signal) => {
    const alarm = clock.alarm(withinMs);
    const late = alarm.rang.then(() => null);
    const read = async (token: TokenRef): Promise<PayerState | null> =>
      custody.payerState(token.chain, asAddress(token.address), account, signal).catch(() => null);
    const asked = chains.flatMap((chain) => tokens.on(chain).filter(isPullable));
    const states = await Promise.all(
      asked.map(async (token) => ({ token, state: await Promise.race([read(token), late]) })),
    );
    alarm.cancel();
    return {
      held: states.flatMap(({ token, state }) =>
        state === null || state.balance === 0n
          ? []
          : [
              {
                ...{ token, units: state.balance, pullable: pullableOf(token, state) },
                permit2Allowance: state.permit2Allowance,
              },
            ],
      ),
      unread: chains.filter((chain) =>
        states.some(({ token, state }) => token.chain === chain && state === null),
      ),
    };
  };
}

function pullableOf(token: TokenRef, state: PayerState): Pullable {
  if (state.permit2Allowance >= state.balance) return 'permit2';
  return takesEip2612(token, state) ? '2612' : 'none';
}
