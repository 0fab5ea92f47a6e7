import {
  isNative,
  maxCostWei,
  type Price,
  RelayError,
  tokenKey,
  type TokenRef,
  valueMicroUsd,
} from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import { dayOf } from '../../switches/index.ts';
import {
  clientRevertBudget,
  type Lost,
  revertBudget,
  type TransactionReads,
} from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { ExecuteRequest } from './execute-request.ts';

type Ports = Pick<TransferPorts, 'store' | 'price' | 'policy' | 'tokens'>;

/** Throws `RELAYER_BUSY` where one more pull would be too much by what these reads see. */
type AssertRoom = (reads: {
  readonly transactions: Pick<TransactionReads, 'pendingPullsOn'>;
}) => Promise<void>;

/** Throws `RELAYER_BUSY` where one more pull would be too much now. */
export async function checkOpenValue(
  ports: Ports,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<void> {
  const assertRoom = await roomForPull(ports, request, signal);
  await assertRoom(ports.store.reads);
}

/**
 * Limits the value of accepted pulls that are not mined yet, per chain: a permit does not sign its
 * recipient, so a stolen relayer key could redirect that value. Prices are read here, so that the
 * accepting unit can count again: many requests at once would each find room outside it. A token
 * without a price is not pulled. Throws `RELAYER_BUSY`.
 */
export async function roomForPull(
  ports: Ports,
  { quote: { from, amount, lane } }: ExecuteRequest,
  signal: AbortSignal,
): Promise<AssertRoom> {
  if (isNative(from)) return () => Promise.resolve();
  const tokens = ports.tokens.on(lane.from).filter((one) => !isNative(one));
  const prices = new Map(
    await Promise.all(
      tokens.map(async (token) => [tokenKey(token), await priceOf(ports, token, signal)] as const),
    ),
  );
  const own = prices.get(tokenKey(from)) ?? null;
  if (own === null)
    throw new RelayError(
      'RELAYER_BUSY',
      { chain: lane.from },
      `what ${from.symbol} is worth cannot be told now, so its pull cannot be counted among those under way on ${lane.from}`,
    );
  const limit = BigInt(ports.policy.maxOpenPullsUsd) * 1_000_000n;
  return async (reads) => {
    let total = valueMicroUsd(amount, from.decimals, own);
    for (const [address, units] of await reads.transactions.pendingPullsOn(lane.from)) {
      const token = tokens.find((one) => one.address === address);
      const price = token === undefined ? null : (prices.get(tokenKey(token)) ?? null);
      // A pull whose token lost its price since it was accepted does not block other pulls.
      if (token !== undefined && price !== null)
        total += valueMicroUsd(units, token.decimals, price);
    }
    if (total > limit)
      throw new RelayError(
        'RELAYER_BUSY',
        { chain: lane.from },
        `pulls worth ${total / 1_000_000n} USD would be under way on ${lane.from}; at most ${ports.policy.maxOpenPullsUsd} may be at one time`,
      );
  };
}

async function priceOf(
  { price }: Ports,
  token: TokenRef,
  signal: AbortSignal,
): Promise<Price | null> {
  return price.priceOf(token, signal).catch(() => null);
}

/**
 * Any pull may revert at the relayer's cost, also one of a payer with an approval, so the cost of
 * reverts has a daily limit. What the pulls under way could still cost counts too, at `worstWei`
 * each, because the reverts of many at once are charged only after all were accepted. A payout of
 * coin runs the recipient's code and may revert as well; it has a budget of its own on the
 * destination. Throws `BUDGET_SPENT`.
 */
export async function checkRevertBudgets(
  ports: Pick<TransferPorts, 'clock' | 'policy'>,
  reads: { readonly transactions: Pick<TransactionReads, 'spent' | 'openPulls'> },
  { quote, client }: ExecuteRequest,
  worstWei = 0n,
): Promise<void> {
  const { from, to } = quote.lane;
  // One after another: a unit has one connection.
  const left = await leftToday(ports, reads, { chain: from, client });
  const { ofClient, inAll } =
    worstWei === 0n ? { ofClient: 0, inAll: 0 } : await reads.transactions.openPulls(from, client);
  if (left.inAll <= 0n || left.ofClient <= 0n) {
    throw new RelayError(
      'BUDGET_SPENT',
      {},
      `pulls are paused on ${from} for today: too many reverted and the relayer paid their gas; try tomorrow`,
    );
  }
  if (worstWei * BigInt(inAll) >= left.inAll || worstWei * BigInt(ofClient) >= left.ofClient) {
    throw new RelayError(
      'BUDGET_SPENT',
      {},
      `as many pulls are under way on ${from} as the relayer could pay for today, were they to revert; try again when they are over`,
    );
  }
  if (!isNative(quote.to)) return;
  const there = await leftToday(ports, reads, { chain: to, client, kind: 'payout-revert' });
  if (there.inAll <= 0n || there.ofClient <= 0n) {
    const why = 'too many reverted and the relayer paid their gas; try tomorrow, or send a token';
    throw new RelayError(
      'BUDGET_SPENT',
      {},
      `payouts of coin are paused on ${to} for today: ${why}`,
    );
  }
}

/** What is left of a chain's budgets, in its coin; below zero where they were exceeded. */
async function leftToday(
  { clock, policy }: Pick<TransferPorts, 'clock' | 'policy'>,
  reads: { readonly transactions: Pick<TransactionReads, 'spent'> },
  { chain, client, kind }: Omit<Lost, 'gasCostWei'>,
): Promise<{ readonly inAll: bigint; readonly ofClient: bigint }> {
  const day = dayOf(clock.now());
  const coins = policy.coinsPerEther?.get(chain) ?? 1n;
  const spent = await reads.transactions.spent(revertBudget(chain, kind), day);
  const spentByClient = await reads.transactions.spent(
    clientRevertBudget(chain, client, kind),
    day,
  );
  return {
    inAll: coins * policy.revertBudgetWei - spent,
    ofClient: coins * policy.clientRevertBudgetWei - spentByClient,
  };
}

/** The most that a pull and the allowance in front of it could cost if they reverted. */
export function worstOfPull(prepared: readonly Prepared[]): bigint {
  return prepared
    .filter(({ purpose }) => purpose === 'pull' || purpose === 'allowance')
    .reduce((sum, { tx }) => sum + maxCostWei(tx), 0n);
}
