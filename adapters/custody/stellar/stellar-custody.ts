import { type Address, RelayError, refuse, type SignedTransaction } from '@interline/kernel';
import type {
  ChainReader,
  ChainTime,
  FamilyCustody,
  PrepareOutcome,
  QueueReading,
} from '@interline/ports';
import { accountHistory, consumerOf, type Searching } from './account-transactions.ts';
import { bump } from './bump.ts';
import { Channels, type Standing } from './channels.ts';
import { signedEnvelope } from './envelope.ts';
import { horizonNode, unreachable } from './horizon-node.ts';
import { Horizons } from './horizons.ts';
import { paymentsSince } from './payments-since.ts';
import { accountOf } from './delivery-of.ts';
import { prepareOpening } from './prepare-opening.ts';
import { preparePayment } from './prepare-payment.ts';
import { marketRate, type PaymentRequest, type Preparing } from './preparing.ts';
import { arrivals, balances, holdings } from './read-holdings.ts';
import { SentTransactions } from './sent-transactions.ts';
import type { StellarCustodySettings } from './stellar-settings.ts';
import { signedFields, stellarTx } from './stellar-tx-fields.ts';
import { submitInOrder } from './submit.ts';
import { observe, shownAlike } from './watch-transactions.ts';

export interface StellarCustody extends FamilyCustody {
  readonly chainReader: ChainReader & ChainTime;
}

/** The payment and its fee bump count as two; the rest is margin. */
const usualOperations = 4n;

/**
 * Custody of one account on Stellar, the float: lumens and the deployment's trusted assets. Makes
 * no network call before its first use.
 */
export function stellarCustody(settings: StellarCustodySettings): StellarCustody {
  const { chain, passphrase, trusted } = settings;
  const horizons = new Horizons(
    settings.horizonUrls.map((url, number) => horizonNode(url, number, settings)),
    settings,
  );
  const channels = new Channels(horizons, settings);
  const account = channels.account(0);
  const searching: Searching = {
    horizons,
    channels,
    settings,
    account,
    carriedBy: new Map(),
    sent: new SentTransactions(horizons, channels),
  };
  const preparing = async <T>(
    prepare: (at: Preparing) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> => {
    const { value } = await horizons.read(
      async (node, head) => prepare({ account, channels, settings, node, head, signal }),
      signal,
    );
    return value;
  };
  const prepareOn = async (
    request: PaymentRequest,
    confirmsRefusal: boolean,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> => {
    const outcome = await preparing((at) => preparePayment(at, request), signal);
    if (outcome.ok) return { ok: true, value: [outcome.value] };
    if (!confirmsRefusal || horizons.enough < 2) return outcome;
    const all = await horizons.readAlike(
      async (node, head) =>
        preparePayment({ account, channels, settings, node, head, signal }, request),
      ({ ok }) => String(ok),
      signal,
    );
    const refusing = all.filter(({ ok }) => !ok);
    if (refusing.length >= horizons.enough) return outcome;
    const paying = all.find((one) => one.ok);
    if (paying === undefined || all.length < horizons.enough) throw unreachable(chain);
    return { ok: true, value: [paying.value] };
  };
  const readQueue = async (signal: AbortSignal): Promise<QueueReading> => {
    const standings = await horizons.readEach(async (node) => channels.read(node, signal), signal);
    const counts = standings.map(({ slotsTaken }) => slotsTaken);
    const [mined] = counts;
    if (mined === undefined) throw unreachable(chain);
    // Horizon shows only closed ledgers, so no transaction is pending there.
    return {
      mined,
      pending: Math.max(...counts),
      leastPending: counts.length < horizons.enough ? null : Math.min(...counts),
      free: counts.length < horizons.enough ? [] : freeInAll(standings),
    };
  };
  /** Muxed addresses of the account have the same role. */
  const roleOf = (one: Address): 'float' | null =>
    accountOf(one) === account || channels.isChannel(accountOf(one)) ? 'float' : null;

  return {
    chains: [chain],
    roles: () => ['float'],
    account: () => account,
    fundingAddress: () => account,
    usualGas: () => usualOperations,
    roleOf,
    former: [],
    hasCode: async () => false,

    async prepare(request, signal, { confirmsRefusal = false } = {}) {
      if (request.kind !== 'payout' && request.kind !== 'noop')
        return refuse('SIMULATION_FAILED', 'on Stellar only the float account pays');
      return prepareOn(request, confirmsRefusal, signal);
    },
    mergesTransactions: () => false,
    groupsAtMost: () => 1,
    async prepareAccount(_chain, _role, signal) {
      const opening = await preparing((at) => prepareOpening(at, trusted), signal);
      if (opening !== 'unfunded') return opening;
      const reason = 'the float holds too few lumens for its channels and trustlines; fund it';
      throw new RelayError('GAS_EXHAUSTED', { chain }, reason);
    },
    prepareMerged: () =>
      Promise.reject(new RelayError('INTERNAL', { chain }, 'Stellar merges no transactions here')),
    seal({ transactionId, movements }, prepared, slot, nowMs) {
      const given = stellarTx(prepared.tx);
      const { hash, base64, signed, claim } = signedEnvelope(given, slot, {
        key: (channel) => channels.key(channel),
        passphrase,
        maxTimeSec: Math.floor(nowMs / 1_000) + (given.clockBehindSec ?? 0) + settings.validForSec,
      });
      return {
        hash,
        raw: base64,
        tx: { ...given, signed, ...(claim === null ? {} : { claim }) },
        slot,
        transactionId,
        movements,
        chain,
        account,
        committedAtMs: nowMs,
      };
    },
    sign: async (signed) => signed,
    // A single Horizon must not decide that an envelope's time is over.
    bump: async (last, feeRateCap, signal) =>
      preparing(async (at) => {
        const head = horizons.enough < 2 ? at.head : await horizons.reached(signal);
        return bump({ ...at, head }, last, feeRateCap);
      }, signal),
    doesSame(_chain, one, other) {
      const [a, b] = [stellarTx(one), stellarTx(other)];
      return (
        a.operation === b.operation && a.to === b.to && a.asset === b.asset && a.units === b.units
      );
    },
    broadcast: async (signed) => submitInOrder(horizons, signed, channelOf),

    observe: async (_chain, watched, signal) => observe(searching, watched, signal),
    shownAlike: async (_chain, mined, signal) => shownAlike(searching, mined, signal),
    consumerOf: async (watched, search, signal) => consumerOf(searching, watched, search, signal),
    accountHistory: async (_chain, search, signal) => accountHistory(searching, search, signal),
    arrivals: async (_chain, hash, want, signal) => arrivals(searching, hash, want, signal),
    // No upstream of ours pays back on Stellar, and Stellar has no allowances.
    refundsSince: async () => ({ arrivals: [], isWhole: false }),
    takenBetween: async () => 0n,
    paymentsSince: async (_chain, search, signal) => paymentsSince(searching, search, signal),
    slotsTaken: async (_chain, _account, signal) => (await readQueue(signal)).mined,
    slotsConfirmed: async (_chain, _account, signal) => (await readQueue(signal)).mined,
    queue: async (_chain, _account, signal) => readQueue(signal),
    balances: async (_chain, books, signal) => balances(searching, books, signal),
    holdings: async (_chain, books, at, signal) => holdings(searching, books, at, signal),

    chainReader: {
      call: async () => null,
      gasCost: async (_chain, gas, signal) => gas * (await preparing(marketRate, signal)),
      isUp: () => horizons.isUp,
      async headTimeMs(_chain, signal) {
        const { head } = await horizons.read(async () => null, signal);
        return head.closed_at * 1_000;
      },
    },
  };
}

function channelOf({ tx }: SignedTransaction): number {
  return signedFields(tx).channel;
}

/** Slots free on each Horizon. A slot above a Horizon's count is free there too. */
function freeInAll([first, ...others]: readonly Standing[]): readonly number[] {
  return (first?.slotsFree ?? []).filter((slot) =>
    others.every(({ slotsFree, slotsTaken }) => slot >= slotsTaken || slotsFree.includes(slot)),
  );
}
