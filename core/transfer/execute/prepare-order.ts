import {
  allowanceTypedData,
  type Amount,
  asAddress,
  type ChainRef,
  evmAddress,
  type EvmAddress,
  evmChainId,
  type FirmQuote,
  type Hex,
  isNative,
  maxUint256,
  noUnits,
  permitDeadline,
  permitTypedData,
  quoteOnlyReason,
  type QuoteRequest,
  RelayError,
  type TypedData,
  type Units,
} from '@interline/kernel';
import type { PayerState } from '@interline/ports';
import { assertAccountsRun } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import {
  type CollectedOffers,
  collectOffers,
  type PricedOffer,
  railsOf,
} from '../quote/collect-offers.ts';
import { cannotExecute, type RailsRefused } from '../quote/rails-refused.ts';
import { type RouteQuote, routeQuoteOf } from '../quote/quote-route.ts';
import type { RailRefusal } from '../route.ts';
import { nativeNotPullable, recipientRefusals } from './check-order.ts';
import { meetsFloor, refuseBelowFloor } from './choose-offers.ts';
import { costOfOrder } from './cost-of-order.ts';
import { ownTightnessOf } from './refuse-tight.ts';

export interface SignRequest {
  readonly chainId: number;
  readonly spender: EvmAddress;
  readonly tokenAddress: EvmAddress;
  readonly amount: Amount;
  readonly nonce: bigint;
  readonly deadline: bigint;
  readonly typedData: TypedData;
  /** Present if Permit2 lacks an allowance and the token accepts EIP-2612 permits. */
  readonly allowance: {
    readonly typedData: TypedData;
    readonly value: bigint;
    readonly deadline: bigint;
  } | null;
}

export interface PreparedOrder {
  readonly quote: RouteQuote;
  readonly signRequest: SignRequest;
  readonly digest: Hex;
  /** The `minOut` that the execute body must have. */
  readonly minOut: Units;
  /** What the payer must still do (approve Permit2, fund the balance), in our own words. */
  readonly warnings: readonly string[];
}

/**
 * Quotes, suggests a nonce, and stores the order with the best firm quote under the permit's
 * digest, so that execute can check the request against it. Moves nothing.
 */
export type PrepareOrder = (
  request: PayableRequest,
  minOut: Units | null,
  excludeRails: readonly string[],
  signal: AbortSignal,
) => Promise<PreparedOrder>;

type PayableRequest = QuoteRequest & { readonly payer: string; readonly recipient: string };

type PreparePorts = Pick<
  TransferPorts,
  'custody' | 'store' | 'registry' | 'tokens' | 'entropy' | 'chains' | 'price'
>;

export function prepareOrder(ports: PreparePorts): PrepareOrder {
  return async ({ askedBy, ...unpriced }, minOut, excludeRails, signal) => {
    const chainId = checkPayable(ports, unpriced);
    railsOf(ports.registry, unpriced);
    await assertAccountsRun(ports.custody, ports.store.reads, unpriced.lane);
    const payer = evmAddress(unpriced.payer);
    const token = evmAddress(unpriced.from.address);
    // Read before any price: Permit2's allowance decides which call precedes the pull.
    const state = await ports.custody.payerState(unpriced.lane.from, token, payer, signal);
    const allowanceNonce = allowanceNonceOf(unpriced, state);
    const request: PayableRequest =
      allowanceNonce === null ? unpriced : { ...unpriced, needsAllowance: true };
    const collected = await collectOffers(
      ports.registry,
      {
        ...request,
        ...(askedBy === undefined ? {} : { askedBy }),
        ...(minOut === null || minOut === noUnits ? {} : { minOutput: minOut }),
      },
      excludeRails,
      signal,
    );
    const promised = collected.priced.filter(isFirmAbove(minOut ?? noUnits));
    const tight = promised.map(({ quote }) => ownTightnessOf(quote, request.slippage));
    const best = promised[tight.indexOf(null)];
    if (best === undefined)
      throw unpayable(
        collected,
        tight.filter((one) => one !== null),
        minOut ?? noUnits,
      );
    const cost = await costOfOrder(ports, request, best.quote, signal);
    const signRequest = await signRequestFor(ports, request, chainId, payer, token, state, signal);
    const floor = best.quote.minOutput;
    const digest = ports.custody.digestOf(signRequest.typedData);
    await ports.store.run('keep-intent', (tx) =>
      tx.transfers.keepOrder({
        digest,
        payer,
        order: { ...request, minOutput: floor },
        quote: best.quote,
        railPackage: best.rail.manifest.id,
        cost,
        expiresAtMs: Number(signRequest.deadline) * 1_000,
      }),
    );
    return {
      quote: routeQuoteOf(best.quote, collected),
      signRequest,
      digest,
      minOut: floor,
      warnings: [
        ...warningsOf(request, state, signRequest),
        ...(await ownAddressWarnings(ports, request, state, signal)),
      ],
    };
  };
}

/**
 * Why nothing can be signed for. Quotes whose only problem is too little room for the price come
 * first, because the client can raise its slippage.
 */
function unpayable(
  { priced, refusals, excluded }: CollectedOffers,
  tight: readonly RailRefusal[],
  floor: Units,
): RailsRefused {
  const short = priced
    .filter(({ quote }) => !tight.some(({ rail }) => rail === quote.rail))
    .map(({ quote }) => refuseBelowFloor(quote, floor));
  return tight.length > 0
    ? cannotExecute(tight, [...refusals, ...short, ...excluded])
    : cannotExecute([...refusals, ...short], excluded);
}

function isFirmAbove(floor: Units) {
  return (offer: PricedOffer): offer is PricedOffer & { readonly quote: FirmQuote } =>
    meetsFloor(offer.quote, floor);
}

function checkPayable(ports: PreparePorts, request: PayableRequest): number {
  const corridor = quoteOnlyReason(request.lane);
  if (corridor !== null) throw new RelayError('UNSUPPORTED_DIRECTION', {}, corridor);
  const [lost] = recipientRefusals(ports, {
    quote: request,
    mode: 'permit2',
    allowBurnAddress: false,
  });
  if (lost !== undefined) throw lost;
  if (isNative(request.from)) throw nativeNotPullable();
  const chainId = evmChainId(request.lane.from);
  if (chainId === null)
    throw new RelayError(
      'UNSUPPORTED_DIRECTION',
      {},
      'only EVM sources can be pulled with a permit',
    );
  return chainId;
}

async function signRequestFor(
  ports: PreparePorts,
  request: PayableRequest,
  chainId: number,
  payer: EvmAddress,
  token: EvmAddress,
  state: PayerState,
  signal: AbortSignal,
): Promise<SignRequest> {
  const nonce = await suggestNonce(ports, request.lane.from, payer, signal);
  const deadline = BigInt(state.chainTimeSec + permitDeadline.suggestedSec);
  const spender = evmAddress(ports.custody.account(request.lane.from, 'spender'));
  const typedData = permitTypedData(
    chainId,
    { token, units: request.amount, nonce, deadline },
    spender,
  );
  return {
    chainId,
    spender,
    tokenAddress: token,
    amount: request.amount,
    nonce,
    deadline,
    typedData,
    allowance: allowanceFor(request, chainId, payer, state, deadline),
  };
}

/** The EIP-2612 nonce to sign with; null if no such permit is needed or accepted. */
function allowanceNonceOf(
  { amount, from: { eip2612 } }: PayableRequest,
  { permit2Allowance, eip2612Nonce, hasCode }: PayerState,
): bigint | null {
  return permit2Allowance >= amount || eip2612 === undefined || hasCode ? null : eip2612Nonce;
}

/**
 * For the maximum amount, as usual with Permit2: an exact allowance would invalidate a second open
 * request.
 */
function allowanceFor(
  request: PayableRequest,
  chainId: number,
  payer: EvmAddress,
  state: PayerState,
  deadline: bigint,
): SignRequest['allowance'] {
  const { eip2612, address } = request.from;
  const nonce = allowanceNonceOf(request, state);
  if (eip2612 === undefined || nonce === null) return null;
  return {
    typedData: allowanceTypedData(
      chainId,
      { address, ...eip2612 },
      payer,
      maxUint256,
      nonce,
      deadline,
    ),
    value: maxUint256,
    deadline,
  };
}

function warningsOf(
  request: PayableRequest,
  state: PayerState,
  signRequest: SignRequest,
): readonly string[] {
  const warnings: string[] = [];
  if (state.balance < request.amount)
    warnings.push(
      `the payer holds ${state.balance} of ${request.from.symbol}, which is less than the amount`,
    );
  if (state.permit2Allowance < request.amount && signRequest.allowance === null)
    warnings.push(
      `the payer must approve Permit2 for ${request.from.symbol} first: the token takes no EIP-2612 permits`,
    );
  return warnings;
}

/** A contract's own address on another chain may belong to another owner there, or to none. */
async function ownAddressWarnings(
  { custody }: Pick<PreparePorts, 'custody'>,
  { lane, payer, recipient }: PayableRequest,
  { isContract }: PayerState,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const isElsewhere = lane.to !== lane.from && recipient.toLowerCase() === payer.toLowerCase();
  if (isContract !== true || !isElsewhere || !custody.chains.includes(lane.to)) return [];
  if (await custody.hasCode(lane.to, asAddress(recipient), signal)) return [];
  return [
    `the payer ${payer} is a contract of ${lane.from}, and there is none at that address on ${lane.to}, where it is the recipient: name another toAddress, unless you can make it yours there`,
  ];
}

/**
 * Every suggested nonce is in this bitmap word or the next ones. A payer's second pull then finds a
 * warm slot and costs 17,100 gas less.
 */
const firstWord = 0x696e7465726c696e65n;
const bitsPerWord = 256;
/** Eight words hold 2,048 open or used requests of one payer on one chain. */
const wordsAtMost = 8;

/**
 * A nonce that is neither spent on chain nor suggested before; the store records it as suggested.
 */
async function suggestNonce(
  ports: Pick<TransferPorts, 'custody' | 'store' | 'entropy'>,
  chain: ChainRef,
  payer: EvmAddress,
  signal: AbortSignal,
): Promise<bigint> {
  for (let step = 0; step < wordsAtMost; step += 1) {
    const word = firstWord + BigInt(step);
    const spent = await ports.custody.permitWord(chain, payer, word, signal);
    const bit = await ports.store.run('take-permit-bit', async (tx) => {
      const free = lowestFree(spent | (await tx.transfers.permitBits(chain, payer, word)));
      return free !== null && (await tx.transfers.takePermitBit(chain, payer, word, free))
        ? free
        : null;
    });
    if (bit !== null) return (word << 8n) | BigInt(bit);
  }
  // A payer with that many requests gets a random word, which only loses the warm slot.
  return BigInt(`0x${ports.entropy.hex(31)}`) << 8n;
}

function lowestFree(taken: bigint): number | null {
  for (let bit = 0; bit < bitsPerWord; bit += 1) {
    if (((taken >> BigInt(bit)) & 1n) === 0n) return bit;
  }
  return null;
}
