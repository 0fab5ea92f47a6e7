import {
  asUnits,
  isNative,
  maxGasCost,
  RelayError,
  type Units,
  utcDay,
  valueMicroUsd,
} from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import { inCoinOn } from '../switches/index.ts';
import {
  chargeRevert,
  clientRevertBudget,
  hasRoomToLose,
  isAnySpent,
  leftToLose,
  payerRevertBudget,
  revertBudget,
  type TransactionReads,
} from '../transactions/index.ts';
import type { PaymentPorts } from './ports.ts';
import type { PaymentUnit } from './repository.ts';
import type { Settlement } from './settlement.ts';

const kind = 'settle-revert';
const lossKind = 'sale-loss';

/**
 * What entitles a caller to our gas: a key that we made, a pass that this request spent, or a sale of our
 * own, which brings in its price.
 */
export type Right =
  | { readonly kind: 'pass' }
  | { readonly kind: 'key'; readonly hash: string }
  | {
      readonly kind: 'own';
      /** Its recipient is an address of this sale alone, to which one payment is sent. */
      readonly isPaidOnce: boolean;
    };

/** Throws `FACILITATOR_QUOTA`. */
export function assertRight(right: Right | null): Right {
  if (right !== null) return right;
  throw new RelayError(
    'FACILITATOR_QUOTA',
    {},
    'settling a payment at our cost takes a key (x-svc-key) or a pass (x-svc-pass)',
  );
}

type Whose = Pick<Settlement, 'chain' | 'payer' | 'client'>;

/**
 * Throws `FACILITATOR_QUOTA` where payments that failed after we accepted them have used up the day's
 * gas for the chain, the caller, the payer, or the private lane that the caller came by.
 */
export async function assertMayLose(
  ports: Pick<PaymentPorts, 'clock' | 'policy'>,
  transactions: Pick<TransactionReads, 'spentOfEach'>,
  whose: Whose,
): Promise<void> {
  if (isAnySpent(await leftToLose(ports, transactions, { ...whose, kind })))
    throw new RelayError(
      'FACILITATOR_QUOTA',
      {},
      'payments have failed at our cost as often on this chain as they may in a day',
    );
}

const endsWithinMs = 60_000;

/**
 * Within the unit that accepts it: payments under way may fail too, as where the payer moves its balance
 * away in front of all of them. Throws `FACILITATOR_QUOTA`.
 */
export async function assertRoomToLose(
  ports: Pick<PaymentPorts, 'clock' | 'policy'>,
  { transactions, payments }: Pick<PaymentUnit, 'transactions' | 'payments'>,
  whose: Whose,
  cost: bigint,
): Promise<void> {
  const open = await payments.openSettlements(whose.chain, whose);
  const left = await leftToLose(ports, transactions, { ...whose, kind });
  if (!hasRoomToLose(cost, open, left))
    throw new RelayError(
      'FACILITATOR_QUOTA',
      { retryAfterMs: endsWithinMs },
      `as many payments are under way on ${whose.chain} as may fail at our cost today; try again when they are over`,
    );
}

/** Within the unit that accepts it: counts the payment against the key's day. Throws `FACILITATOR_QUOTA`. */
export async function countSettle(
  { clock, quota }: Pick<PaymentPorts, 'clock' | 'quota'>,
  { transactions }: Pick<PaymentUnit, 'transactions'>,
  right: Right,
): Promise<void> {
  if (right.kind !== 'key') return;
  const limit = asUnits(BigInt(quota.settlesPerKey));
  const budget = `settles:${right.hash}`;
  const full = await transactions.charge(
    [{ budget, units: asUnits(1n), limit }],
    utcDay(clock.now()),
  );
  if (full !== null)
    throw new RelayError(
      'FACILITATOR_QUOTA',
      {},
      `${quota.settlesPerKey} payments were settled for this key today; show a pass, or come back tomorrow (UTC)`,
    );
}

/** What a sale of ours costs beyond its price, in units of coin; all of its gas where there is no price. */
export async function lossOf(
  { price, tokens, lifetime }: Pick<PaymentPorts, 'price' | 'tokens' | 'lifetime'>,
  { chain, token, units }: Pick<Settlement, 'chain' | 'token' | 'units'>,
  { tx, neededCost, nextBlockCost }: Prepared,
): Promise<bigint> {
  const cost = neededCost ?? nextBlockCost ?? maxGasCost(tx);
  const listed = tokens.on(chain);
  const paid = listed.find(({ address }) => address === token);
  const coin = listed.find(isNative);
  if (paid === undefined || coin === undefined) return cost;
  const [ofToken, ofCoin] = await Promise.all(
    [paid, coin].map((one) => price.priceOf(one, lifetime).catch(() => null)),
  );
  if (!ofToken || !ofCoin) return cost;
  const value = valueMicroUsd(units, paid.decimals, ofToken);
  const worth = (value * 10n ** BigInt(coin.decimals)) / ofCoin.microUsd;
  return cost > worth ? cost - worth : 0n;
}

/**
 * Within the unit that accepts it: sales of ours may cost so much more than they bring in a day, of a chain, a
 * client and a payer, as reverts may. Whoever buys chooses the moment, and gas may be dear then. Throws
 * `FACILITATOR_QUOTA`.
 */
export async function countLoss(
  { clock, policy }: Pick<PaymentPorts, 'clock' | 'policy'>,
  { transactions }: Pick<PaymentUnit, 'transactions'>,
  { chain, client, payer }: Whose,
  loss: bigint,
): Promise<void> {
  if (loss === 0n) return;
  const charge = (budget: string, most: Units) => ({
    budget,
    units: asUnits(loss),
    limit: asUnits(inCoinOn(policy, most, chain)),
  });
  const full = await transactions.charge(
    [
      charge(revertBudget(chain, lossKind), policy.revertBudget),
      charge(clientRevertBudget(chain, client, lossKind), policy.clientRevertBudget),
      charge(payerRevertBudget(chain, payer, lossKind), policy.payerRevertBudget),
    ],
    utcDay(clock.now()),
  );
  if (full !== null)
    throw new RelayError(
      'FACILITATOR_QUOTA',
      {},
      'what is sold here has cost more gas on this chain today than it brought; pay on another chain, or come back tomorrow (UTC)',
    );
}

/** Within the unit that settles it: it reverted at that cost, in units of coin. */
export async function chargeFailure(
  ports: Pick<PaymentPorts, 'clock'>,
  tx: PaymentUnit,
  { chain, client, payer }: Whose,
  gasCost: bigint,
): Promise<void> {
  await chargeRevert(ports, tx, { chain, client, payer, gasCost, kind });
}

/** By the client that it is written under. */
export function isOwnSale(client: string): boolean {
  return client.startsWith('own:');
}

/** Whom a failure counts against besides the payer: a key is never stored with a payment. */
export function clientOf(right: Right, client: string): string {
  switch (right.kind) {
    case 'key':
      return `key:${right.hash}`;
    case 'own':
      return `own:${client}`;
    case 'pass':
      return client;
  }
}
