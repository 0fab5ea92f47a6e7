import {
  utcDay,
  type ChainRef,
  isNative,
  maxCostWei,
  msUntilReset,
  type Plan,
  type Price,
  RelayError,
  tokenKey,
  type TokenRef,
  valueMicroUsd,
} from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import {
  clientRevertBudget,
  type Lost,
  type OpenPulls,
  payerRevertBudget,
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

/** Throws `RELAYER_BUSY` where one more pull would be too much now, `BAD_AMOUNT` where it always is. */
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
 * without a price is not pulled. Throws `RELAYER_BUSY`, and `BAD_AMOUNT` where the pull alone is worth
 * more than the limit, so that no time makes room for it.
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
  const worth = valueMicroUsd(amount, from.decimals, own);
  if (worth > limit)
    throw new RelayError(
      'BAD_AMOUNT',
      { field: 'amount' },
      `${amount} of ${from.symbol} are worth ${worth / 1_000_000n} USD; at most ${ports.policy.maxOpenPullsUsd} are pulled at one time, so send less`,
    );
  return async (reads) => {
    let total = worth;
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
 * reverts has a daily limit for the chain, for each client and for each payer there. The most that
 * the pulls under way can still cost counts too, because the reverts of many at once are charged only
 * after all were accepted; so does the one that is being accepted. A payout of coin runs the recipient's code and may
 * revert as well; it has budgets of its own on the destination. Throws `BUDGET_SPENT`.
 */
export async function checkRevertBudgets(
  ports: Pick<TransferPorts, 'clock' | 'policy'>,
  reads: { readonly transactions: Pick<TransactionReads, 'spent' | 'openPulls'> },
  { quote, client, permit }: ExecuteRequest,
  next: NextPull | null = null,
): Promise<void> {
  const { from, to } = quote.lane;
  const payer = permit?.owner ?? quote.payer ?? '';
  const spent = (message: string): RelayError =>
    new RelayError('BUDGET_SPENT', { retryAfterMs: msUntilReset(ports.clock.now()) }, message);
  // One after another: a unit has one connection.
  const hasCode = next?.runsForeignCode === true;
  const left = await leftToday(ports, reads, { chain: from, client, payer });
  const open =
    next === null ? noPulls : await reads.transactions.openPulls(from, { client, payer, hasCode });
  const why = 'too many reverted and the relayer paid their gas; try tomorrow';
  if (left.inAll <= 0n || left.ofClient <= 0n)
    throw spent(`pulls are paused on ${from} for today: ${why}`);
  if (left.ofPayer <= 0n)
    throw spent(`pulls of the payer ${payer} are paused on ${from} for today: ${why}`);
  if (next !== null) {
    const kind = 'code-revert';
    const ofKind = hasCode
      ? await leftToday(ports, reads, { chain: from, client, payer, kind })
      : left;
    if (ofKind.inAll <= 0n || ofKind.ofClient <= 0n || ofKind.ofPayer <= 0n)
      throw spent(`pulls of payers with code are paused on ${from} for today: ${why}`);
    assertAffordable(from, next, open, ofKind);
  }
  if (!isNative(quote.to)) return;
  const kind = 'payout-revert';
  const there = await leftToday(ports, reads, { chain: to, client, payer, kind });
  if (there.inAll <= 0n || there.ofClient <= 0n || there.ofPayer <= 0n)
    throw spent(`payouts of coin are paused on ${to} for today: ${why}, or send a token`);
}

/**
 * A plan that is made again after the pull may fail the agreed minimum then, and the gas of pull and
 * refund is ours: that has the same daily limits, which pause such plans only. Throws
 * `BUDGET_SPENT`.
 */
export async function checkRefundBudgets(
  ports: Pick<TransferPorts, 'clock' | 'policy'>,
  reads: { readonly transactions: Pick<TransactionReads, 'spent'> },
  { quote, client, permit }: Pick<ExecuteRequest, 'quote' | 'client' | 'permit'>,
  { keeps }: Pick<Plan, 'keeps'>,
): Promise<void> {
  if (keeps !== 'perishable') return;
  const chain = quote.lane.from;
  const payer = permit?.owner ?? quote.payer ?? '';
  const left = await leftToday(ports, reads, { chain, client, payer, kind: 'refund' });
  if (left.inAll > 0n && left.ofClient > 0n && left.ofPayer > 0n) return;
  throw new RelayError(
    'BUDGET_SPENT',
    { retryAfterMs: msUntilReset(ports.clock.now()) },
    `engines that plan again after the pull are paused on ${chain} for today: too many transfers were given back and the relayer paid their gas; try tomorrow`,
  );
}

/** The pull that is about to be accepted. */
export interface NextPull {
  /** The most that it and the allowance in front of it cost in the next block, in wei. */
  readonly worstWei: bigint;
  /** Its payer has code, which can burn all of that at no cost to the payer. */
  readonly runsForeignCode: boolean;
}

/**
 * The pull counts like those under way in front of it. One of a plain account may go alone where
 * what is left is less: at high fees no pull would fit otherwise, and its revert costs what an
 * ordinary transaction uses. One that runs foreign code never goes beyond what is left, at the price
 * of the next block: its payer does not choose what a later one charges.
 */
function assertAffordable(
  chain: ChainRef,
  { worstWei, runsForeignCode }: NextPull,
  open: OpenPulls,
  left: Readonly<Record<keyof OpenPulls, bigint>>,
): void {
  const scopes = ['inAll', 'ofClient', 'ofPayer'] as const;
  if (runsForeignCode && scopes.some((scope) => worstWei > left[scope]))
    throw new RelayError(
      'BUDGET_SPENT',
      { retryAfterMs: pullsEndWithinMs },
      `the payer's account has code, and at today's fees its pull on ${chain} could cost more than what is left for reverts today; try again when gas is cheaper, or tomorrow`,
    );
  if (scopes.some((scope) => open[scope] > 0n && open[scope] + worstWei > left[scope]))
    throw new RelayError(
      'BUDGET_SPENT',
      { retryAfterMs: pullsEndWithinMs },
      `as many pulls are under way on ${chain} as the relayer could pay for today, were they to revert; try again when they are over`,
    );
}

const noPulls: OpenPulls = { inAll: 0n, ofClient: 0n, ofPayer: 0n };

/** Most pulls are mined sooner; one that is not is waited for again. */
const pullsEndWithinMs = 60_000;

/** What is left of a chain's budgets, in its coin; below zero where they were exceeded. */
async function leftToday(
  { clock, policy }: Pick<TransferPorts, 'clock' | 'policy'>,
  reads: { readonly transactions: Pick<TransactionReads, 'spent'> },
  { chain, client, payer, kind }: Omit<Lost, 'gasCostWei'>,
): Promise<Readonly<Record<keyof OpenPulls, bigint>>> {
  const day = utcDay(clock.now());
  const coins = policy.coinsPerEther?.get(chain) ?? 1n;
  const leftOf = async (budget: string, wei: bigint): Promise<bigint> =>
    coins * wei - (await reads.transactions.spent(budget, day));
  return {
    inAll: await leftOf(revertBudget(chain, kind), inAllOf(policy.revertBudgetWei, kind)),
    ofClient: await leftOf(clientRevertBudget(chain, client, kind), policy.clientRevertBudgetWei),
    ofPayer: await leftOf(payerRevertBudget(chain, payer, kind), policy.payerRevertBudgetWei),
  };
}

/** Payers with code have half of the chain's budget, as one of their own: at least one wei. */
function inAllOf(budgetWei: bigint, kind: Lost['kind']): bigint {
  return kind === 'code-revert' ? (budgetWei + 1n) / 2n : budgetWei;
}

/** Of a pull and the allowance in front of it; what only follows them does not revert with them. */
export function nextPullOf(prepared: readonly Prepared[]): NextPull {
  const pulling = prepared.filter(({ purpose }) => purpose === 'pull' || purpose === 'allowance');
  return {
    worstWei: pulling.reduce(
      (sum, { tx, nextBlockWei }) => sum + (nextBlockWei ?? maxCostWei(tx)),
      0n,
    ),
    runsForeignCode: pulling.some(({ simulated }) => simulated?.runsForeignCode === true),
  };
}
