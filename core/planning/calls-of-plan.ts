import {
  type Address,
  asAddress,
  type ChainRef,
  chainInWords,
  chainToWire,
  isPullable,
  RelayError,
  type Units,
} from '@interline/kernel';
import type { Clock, CustodyPort } from '@interline/ports';
import type { ReadPlan } from './read-plan.ts';

/** What a wallet must do on one chain before the legs from there can be pulled. */
export interface PlanCalls {
  readonly chain: ChainRef;
  readonly account: Address | null;
  /** Approvals of Permit2; empty where it may already take as much. */
  readonly approvals: readonly { readonly token: Address; readonly units: bigint }[];
}

/**
 * Throws `UNKNOWN_PLAN`, `PLAN_EXPIRED` from the plan's end on, `BAD_REQUEST` where the chain must be named
 * or has no leg, and `CHAIN_UNREACHABLE`.
 */
export type CallsOfPlan = (
  id: string,
  chain: ChainRef | null,
  signal: AbortSignal,
) => Promise<PlanCalls>;

export function callsOfPlan({
  readPlan,
  clock,
  custody,
}: {
  readonly readPlan: ReadPlan;
  readonly clock: Pick<Clock, 'now'>;
  readonly custody: Pick<CustodyPort, 'payerState'>;
}): CallsOfPlan {
  return async (id, asked, signal) => {
    const { legs, account, expiresAtMs } = await readPlan(id);
    if (clock.now() >= expiresAtMs) throw new RelayError('PLAN_EXPIRED');
    const pulled = legs.filter(({ from }) => isPullable(from));
    const chain = chainAmong([...new Set(pulled.map(({ from }) => from.chain))], asked);
    const byToken = Map.groupBy(
      pulled.filter(({ from }) => from.chain === chain),
      ({ from }) => from.address,
    );
    const needed = [...byToken].map(([token, parts]) => ({
      token: asAddress(token),
      units: parts.reduce<bigint>((sum, { amount }) => sum + amount, 0n),
    }));
    const allowed = await Promise.all(
      needed.map(async ({ token }): Promise<Units | null> =>
        account === null
          ? null
          : (await custody.payerState(chain, token, account, signal)).permit2Allowance,
      ),
    );
    // A smaller approval must not replace a larger one.
    const approvals = needed.filter(({ units }, at) => (allowed[at] ?? 0n) < units);
    return { chain, account, approvals };
  };
}

function chainAmong(chains: readonly ChainRef[], asked: ChainRef | null): ChainRef {
  const [first, ...others] = chains;
  if (first === undefined)
    throw new RelayError('BAD_REQUEST', {}, 'no leg of the plan is pulled from an EVM chain');
  const candidates = chains.map((chain) => String(chainToWire(chain)));
  if (asked === null && others.length > 0)
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'chain', candidates },
      `the legs come from several chains, and a wallet signs for one at a time: send chain, one of ${candidates.join(', ')}`,
    );
  const chain = asked ?? first;
  if (!chains.includes(chain))
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'chain', candidates },
      `no leg of the plan is pulled from ${chainInWords(chain)}; legs are from ${candidates.join(', ')}`,
    );
  return chain;
}
