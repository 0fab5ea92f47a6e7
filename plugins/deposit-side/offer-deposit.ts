import {
  chainInWords,
  answer,
  asUnits,
  chainFamily,
  type FirmQuote,
  type Fronted,
  isNative,
  noUnits,
  type Offer,
  type QuoteRequest,
  type Refusal,
  type TokenRef,
  refuse,
  type Units,
} from '@interline/kernel';
import { type PayoutFacts, readPayoutFacts } from '../payout-side/payout-facts.ts';
import { payoutBlock, payoutQuote } from '../payout-side/payout-quote.ts';
import { capFor, inputFor, type PayoutPrice, pricePayout } from '../payout-side/price-payout.ts';
import { unfunded } from '../payout-side/unfunded.ts';
import { downChain } from '../down-chain.ts';
import { inventoryOf, noInventory } from '../rail-context.ts';
import { showUnits } from '../show-units.ts';
import type { DepositSetup } from './deposit-chain.ts';

/** Gas of a token transfer out of the float, estimated high. */
const tokenPayoutGas = 65_000n;

/** The offer for a request; its block has the cap even if the amount is refused. */
export async function offerDeposit(
  setup: DepositSetup,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<Offer> {
  const { context, on, settings } = setup;
  const refused = (outcome: Refusal): Offer => ({ rail: on.rail, outcome });
  const unserved = unservedPair(setup, request);
  if (unserved !== null) return refused(unserved);
  const fronts = depositFronts(setup, request);
  const facts = await readPayoutFacts(context, settings, request, fronts, signal);
  const down = downChain(setup.context, request);
  if (down !== null) return refused(down);
  if (!facts.ok) return refused(facts);
  const price = pricePayout(facts.value.terms, request.amount);
  const leastIn = await leastDeposit(setup, facts.value, signal);
  const block = payoutBlock(request, facts.value, price);
  const unfit =
    (await refundless(setup, request, signal)) ??
    unfitAmount(setup, request, facts.value, price, leastIn);
  if (unfit !== null) return { rail: on.rail, outcome: unfit, block };
  const depth = await inventoryOf(context).confirmations(request.from, request.amount, signal);
  const quote = quoteOf(setup, request, facts.value, price, depth);
  return {
    rail: on.rail,
    outcome: answer({ ...quote, fronts, minInput: leastIn }),
    block,
  };
}

/** The payout, and spending the deposit's coin later. */
export function depositFronts(
  { on }: Pick<DepositSetup, 'on'>,
  { lane }: Pick<QuoteRequest, 'lane'>,
): readonly Fronted[] {
  return [
    { chain: on.chain, gas: on.spendGas, coin: noUnits },
    { chain: lane.to, gas: tokenPayoutGas, coin: noUnits },
  ];
}

function unservedPair(setup: DepositSetup, request: QuoteRequest): Refusal | null {
  const { on, context } = setup;
  const { lane, from, to } = request;
  const inventory = inventoryOf(context);
  if (lane.from !== on.chain || chainFamily(lane.to) !== 'eip155' || !isNative(from))
    return refuse(
      'NO_ROUTE',
      `${on.rail} pays out on EVM chains what is deposited on ${chainInWords(on.chain)}`,
    );
  const missing = [lane.from, lane.to].find((chain) => !inventory.serves(chain));
  if (missing !== undefined) return refuse('NO_ROUTE', noInventory(inventory, missing));
  // A recipient's code would run at our cost, and deposits have no budget that limits that.
  if (isNative(to))
    return refuse(
      'NO_ROUTE',
      `${on.rail} pays out tokens for a deposit, and not the native ${to.symbol}; name toToken, for example ${exampleOf(context.tokens.on(to.chain))}`,
    );
  if (!context.tokens.on(to.chain).some(({ address }) => address === to.address))
    return refuse('NO_ROUTE', `${on.rail} pays out listed tokens only; ${to.symbol} is not listed`);
  return downChain(setup.context, request);
}

/** A dollar token if one is listed, as most callers mean that. */
function exampleOf(listed: readonly TokenRef[]): string {
  const tokens = listed.filter((token) => !isNative(token));
  return (tokens.find(({ symbol }) => symbol === 'USDC') ?? tokens[0])?.symbol ?? 'a token';
}

/** Refuses an amount too small to refund; a deposit that was already accepted is only priced. */
async function refundless(
  { context, on }: DepositSetup,
  { from, priceOnly }: QuoteRequest,
  signal: AbortSignal,
): Promise<Refusal | null> {
  return priceOnly === true || (await inventoryOf(context).held(from, signal)) > 0n
    ? null
    : refuse(
        'INSUFFICIENT_FLOAT',
        `the lane is configured, but its account on ${chainInWords(on.chain)} is not funded, and nothing could be sent back from it`,
      );
}

/** The smallest amount that pays out anything and is large enough to refund. */
async function leastDeposit(
  { context, on }: DepositSetup,
  { terms }: PayoutFacts,
  signal: AbortSignal,
): Promise<Units> {
  const { gas, least } = on.sendBack;
  const forRefund = (await context.chains.gasCost(on.chain, gas, signal)) + least;
  const forPayout = inputFor(terms, asUnits(1n));
  return forRefund > forPayout ? asUnits(forRefund) : forPayout;
}

function unfitAmount(
  { on }: DepositSetup,
  { amount, lane, to, priceOnly }: QuoteRequest,
  { capNow, held, terms }: PayoutFacts,
  { output }: PayoutPrice,
  leastIn: Units,
): Refusal | null {
  if (amount < leastIn || output === 0n)
    return refuse(
      'NO_ROUTE',
      `a deposit of ${showUnits(amount)} is too small: wanted at least ${showUnits(leastIn)}, which covers what it costs to pay out or to send back`,
      { minInput: leastIn },
    );
  if (priceOnly === true || amount <= capNow) return null;
  if (output > held) return unfunded(to, capFor(terms, amount), true, capNow);
  return refuse(
    'INSUFFICIENT_FLOAT',
    `amount ${showUnits(amount)} is above capNow ${showUnits(capNow)}, a quarter of the free float that ${on.rail} has on ${chainInWords(lane.to)}`,
  );
}

function quoteOf(
  { context, settings, on }: DepositSetup,
  request: QuoteRequest,
  { terms }: PayoutFacts,
  price: PayoutPrice,
  depth: number,
): Omit<FirmQuote, 'minInput'> {
  return {
    ...payoutQuote({ context, settings, rail: on.rail }, request, price),
    durationSec: depth * on.confirmationSec + settings.durationSec,
    note: `paid out of our own inventory once the deposit is as deep as its value needs, at the market less ${terms.offBps} bps; the fee includes the inclusion on both chains`,
  };
}
