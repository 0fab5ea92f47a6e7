import { feeAt, type FeeRate } from '../fees/fee-rate.ts';
import type { Outpoint } from '../outpoint.ts';
import { dustThreshold, type OwnScriptKind, type ScriptHex } from './output-script.ts';
import { searchExactMatch } from './search-exact-match.ts';
import { inputWeight, heaviestWeight, transactionWeight, vsizeOf } from './transaction-weight.ts';

/** An unspent output of ours. */
export interface Coin {
  readonly outpoint: Outpoint;
  readonly units: bigint;
  readonly script: ScriptHex;
  readonly kind: OwnScriptKind;
  readonly confirmations: number;
  /** True if its transaction is ours and still replaceable. A replacement would remove the coin. */
  readonly isChangeOfReplaceable: boolean;
}

export interface Target {
  readonly script: ScriptHex;
  readonly units: bigint;
}

/**
 * BIP-125 rules 3 and 4: a replacement pays more than the fees it evicts, plus its own relay fee.
 */
export interface Outbids {
  readonly feeUnits: bigint;
  readonly incrementalRate: FeeRate;
}

/** The lowest fee in sats that lets a replacement of `vsize` vbytes outbid them. */
export function outbidFee({ feeUnits, incrementalRate }: Outbids, vsize: number): bigint {
  return feeUnits + feeAt(incrementalRate, vsize);
}

export interface SelectionRequest<C extends Coin> {
  readonly coins: readonly C[];
  /** Empty for a transaction that only pays back to us. */
  readonly targets: readonly Target[];
  readonly rate: FeeRate;
  readonly changeScript: ScriptHex;
  /** Spent whichever other coins are chosen, in this order; the first is the slot. */
  readonly forced?: readonly C[];
  /** The fees that a replacement must outbid. */
  readonly outbids?: Outbids;
  /** Default 1, because a sender can replace an unconfirmed payment to us. */
  readonly minConfirmations?: number;
  readonly maxWeight?: number;
  /** Whether the transaction must have a change output. When left out, it may have none. */
  readonly needsChange?: boolean;
}

export interface Selection<C extends Coin> {
  readonly inputs: readonly C[];
  readonly targets: readonly Target[];
  readonly change: Target | null;
  readonly feeUnits: bigint;
  /** Upper bounds: see `transactionWeight`. */
  readonly weight: number;
  readonly vsize: number;
}

export type SelectionOutcome<C extends Coin> =
  { readonly ok: true; readonly value: Selection<C> } | CoinsLacking;

export type CoinsLacking =
  | { readonly ok: false; readonly reason: 'dust' | 'insufficient' }
  /**
   * The largest coins that fit into one transaction are not enough; `most` is what they could pay.
   */
  | { readonly ok: false; readonly reason: 'too-heavy'; readonly most: bigint };

/**
 * Chooses coins that pay the targets and the fee. It tries an exact match without change first,
 * then the smallest coin that suffices alone, then the largest coins. Without change the fee
 * exceeds the requested rate by less than the cost of a change output plus its dust threshold. The
 * selection is deterministic.
 */
export function selectCoins<C extends Coin>(request: SelectionRequest<C>): SelectionOutcome<C> {
  const { targets, forced = [], maxWeight = heaviestWeight } = request;
  if (targets.some(({ script, units }) => units < dustThreshold(script)))
    return { ok: false, reason: 'dust' };

  const spendable = spendableCoins(request);
  const mayMatch = forced.length === 0 && targets.length > 0 && request.needsChange !== true;
  const exact = mayMatch ? exactMatch(request, spendable) : null;
  if (exact !== null) return { ok: true, value: exact };

  const single = forced.length === 0 ? smallestAlone(request, spendable) : null;
  const selection = single ?? accumulated(request, spendable);
  if (selection === null) return { ok: false, reason: 'insufficient' };
  return selection.weight <= maxWeight
    ? { ok: true, value: selection }
    : { ok: false, reason: 'too-heavy', most: mostOf(request, spendable, maxWeight) };
}

/** Largest first. Coins that cost more to spend than they are worth are skipped. */
function spendableCoins<C extends Coin>({
  coins,
  rate,
  forced = [],
  minConfirmations = 1,
}: SelectionRequest<C>): C[] {
  const taken = new Set(forced.map(({ outpoint }) => outpoint));
  return coins
    .filter(
      (coin) =>
        !coin.isChangeOfReplaceable &&
        coin.confirmations >= minConfirmations &&
        !taken.has(coin.outpoint) &&
        effectiveUnits(coin, rate) > 0n,
    )
    .sort(byUnitsDescending);
}

function exactMatch<C extends Coin>(
  request: SelectionRequest<C>,
  spendable: readonly C[],
): Selection<C> | null {
  const { targets, rate, changeScript, maxWeight = heaviestWeight } = request;
  const frame = vsizeOf(
    transactionWeight(
      [],
      targets.map(({ script }) => script),
    ),
  );
  const wanted = sumOf(targets) + feeAt(rate, frame);
  const inputs = searchExactMatch(
    spendable.map((coin) => ({ coin, units: effectiveUnits(coin, rate) })),
    wanted,
    dustThreshold(changeScript) + changeCost(request),
  );
  if (inputs === null) return null;
  const selection = settled(request, inputs);
  return selection === null || selection.weight > maxWeight || selection.change !== null
    ? null
    : selection;
}

function smallestAlone<C extends Coin>(
  request: SelectionRequest<C>,
  spendable: readonly C[],
): Selection<C> | null {
  for (const coin of spendable.toReversed()) {
    const selection = settled(request, [coin]);
    // Spending the coin without change would waste too much, so the next larger coin is tried.
    if (selection?.change !== null && selection !== null) return selection;
  }
  return null;
}

function accumulated<C extends Coin>(
  request: SelectionRequest<C>,
  spendable: readonly C[],
): Selection<C> | null {
  const inputs = [...(request.forced ?? [])];
  const alone = inputs.length > 0 ? settled(request, inputs) : null;
  if (alone !== null) return alone;

  for (const coin of spendable) {
    inputs.push(coin);
    const selection = settled(request, inputs);
    if (selection !== null) return selection;
  }
  return null;
}

/**
 * What the largest coins that fit can pay to these targets, with change above the dust threshold.
 */
function mostOf<C extends Coin>(
  request: SelectionRequest<C>,
  spendable: readonly C[],
  maxWeight: number,
): bigint {
  const { forced = [], targets, changeScript } = request;
  const scripts = [...targets.map(({ script }) => script), changeScript];
  const weightOf = (inputs: readonly C[]): number =>
    transactionWeight(
      inputs.map(({ kind }) => kind),
      scripts,
    );
  const inputs = [...forced];
  for (const coin of spendable) {
    if (weightOf([...inputs, coin]) > maxWeight) break;
    inputs.push(coin);
  }
  const most = sumOf(inputs) - requiredFee(request, weightOf(inputs)) - dustThreshold(changeScript);
  return most > 0n ? most : 0n;
}

/** The whole transaction for these inputs, or null when they are not enough. */
function settled<C extends Coin>(
  request: SelectionRequest<C>,
  inputs: readonly C[],
): Selection<C> | null {
  const { targets, changeScript } = request;
  const available = sumOf(inputs) - sumOf(targets);
  const scripts = targets.map(({ script }) => script);
  const kinds = inputs.map(({ kind }) => kind);

  const withChange = transactionWeight(kinds, [...scripts, changeScript]);
  const changeUnits = available - requiredFee(request, withChange);
  if (changeUnits >= dustThreshold(changeScript)) {
    const change = { script: changeScript, units: changeUnits };
    return selectionOf(inputs, targets, change, available - changeUnits, withChange);
  }
  const weight = transactionWeight(kinds, scripts);
  // A transaction needs an output, so one that only pays back to us must have change.
  if (
    targets.length === 0 ||
    request.needsChange === true ||
    available < requiredFee(request, weight)
  )
    return null;
  return selectionOf(inputs, targets, null, available, weight);
}

function selectionOf<C extends Coin>(
  inputs: readonly C[],
  targets: readonly Target[],
  change: Target | null,
  feeUnits: bigint,
  weight: number,
): Selection<C> {
  return { inputs: [...inputs], targets, change, feeUnits, weight, vsize: vsizeOf(weight) };
}

function requiredFee({ rate, outbids }: SelectionRequest<Coin>, weight: number): bigint {
  const vsize = vsizeOf(weight);
  const asked = feeAt(rate, vsize);
  if (outbids === undefined) return asked;
  const outbid = outbidFee(outbids, vsize);
  return asked > outbid ? asked : outbid;
}

function changeCost({ rate, changeScript }: SelectionRequest<Coin>): bigint {
  return feeAt(rate, vsizeOf(transactionWeight([], [changeScript]) - transactionWeight([], [])));
}

function effectiveUnits({ units, kind }: Coin, rate: FeeRate): bigint {
  return units - (rate * BigInt(inputWeight[kind]) + 3_999n) / 4_000n;
}

function sumOf(parts: readonly { readonly units: bigint }[]): bigint {
  return parts.reduce((sum, { units }) => sum + units, 0n);
}

function byUnitsDescending(a: Coin, b: Coin): number {
  if (a.units !== b.units) return a.units > b.units ? -1 : 1;
  return a.outpoint < b.outpoint ? -1 : 1;
}
