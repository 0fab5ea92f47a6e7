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
import { clientRevertBudget, payerRevertBudget, revertBudget } from '../transactions/index.ts';
import type { Whose } from './failure-budgets.ts';
import type { PaymentPorts } from './ports.ts';
import type { PaymentUnit } from './repository.ts';
import type { Settlement } from './settlement.ts';

const lossKind = 'sale-loss';

/**
 * What a sale of ours costs in gas beyond its price, in units of coin; all of its gas where a price
 * is not known.
 */
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
 * Within the unit that accepts a payment for a sale of ours: limits the day's loss of such sales on
 * a chain, for a client and for a payer, as for reverts. The buyer chooses the moment, and gas may
 * be expensive then. Throws `FACILITATOR_QUOTA`.
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
