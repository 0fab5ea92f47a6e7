import { asAddress, RelayError, refuse, type SignedTransaction } from '@interline/kernel';
import type {
  BroadcastOutcome,
  ChainReader,
  ChainTime,
  FamilyCustody,
  QueueReading,
} from '@interline/ports';
import { Keypair } from '@stellar/stellar-sdk';
import { accountHistory, consumerOf, paymentsSince } from './account-transactions.ts';
import { bump } from './bump.ts';
import { signedEnvelope } from './envelope.ts';
import { horizonNode, jsonOf } from './horizon-node.ts';
import { accountShape, submissionShape } from './horizon-shapes.ts';
import { Horizons } from './horizons.ts';
import {
  accountOf,
  marketRate,
  type Preparing,
  preparePayment,
  prepareTrust,
} from './prepare-payment.ts';
import { arrivals, balances, holdings } from './read-holdings.ts';
import { slotsOf } from './sequence.ts';
import type { StellarCustodySettings } from './stellar-settings.ts';
import { stellarTx } from './stellar-tx-fields.ts';
import { observe, shownAlike, type Watching } from './watch-transactions.ts';

export interface StellarCustody extends FamilyCustody {
  readonly chainReader: ChainReader & ChainTime;
}

/**
 * Custody of one account on Stellar, the float: lumens and the assets that the deployment trusts.
 * Uses no network before its first call.
 */
export function stellarCustody(settings: StellarCustodySettings): StellarCustody {
  const { chain, passphrase, trusted } = settings;
  const key = Keypair.fromRawEd25519Seed(Buffer.from(settings.secret));
  const account = asAddress(key.publicKey());
  const horizons = new Horizons(
    settings.horizonUrls.map((url, number) => horizonNode(url, number, settings)),
    settings,
  );
  const watching: Watching = { horizons, settings, account };
  const preparing = async <T>(
    prepare: (at: Preparing) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> => {
    const { value } = await horizons.read(
      async (node, head) => prepare({ account, settings, node, head, signal }),
      signal,
    );
    return value;
  };
  const readQueue = async (signal: AbortSignal): Promise<QueueReading> => {
    const { value } = await horizons.read(
      async (node) => node.get(`/accounts/${account}`, accountShape, signal),
      signal,
    );
    const mined = value === null ? 0 : slotsOf(value.sequence);
    // Horizon shows what is closed only, so nothing waits.
    return { mined, pending: mined, leastPending: mined };
  };

  return {
    chains: [chain],
    roles: () => ['float'],
    account: () => account,
    roleOf: (one) => (accountOf(one) === account ? 'float' : null),
    former: [],
    hasCode: async () => false,

    async prepare(request, signal) {
      if (request.kind !== 'payout' && request.kind !== 'noop')
        return refuse('SIMULATION_FAILED', 'Stellar takes payments of the float alone');
      const outcome = await preparing((at) => preparePayment(at, request), signal);
      return outcome.ok ? { ok: true, value: [outcome.value] } : outcome;
    },
    usesMulticalls: () => false,
    groupsAtMost: () => 1,
    prepareDelegation: async (_chain, _role, signal) =>
      preparing((at) => prepareTrust(at, trusted), signal),
    prepareMulticall: () =>
      Promise.reject(new RelayError('INTERNAL', { chain }, 'Stellar merges no transactions here')),
    seal({ transactionId, movements }, prepared, slot, nowMs) {
      const given = stellarTx(prepared.tx);
      const tx =
        given.inner === undefined
          ? { ...given, maxTimeSec: Math.floor(nowMs / 1_000) + settings.validForSec }
          : given;
      const { hash, base64 } = signedEnvelope(tx, slot, { key, passphrase });
      return {
        hash,
        raw: base64,
        tx,
        slot,
        transactionId,
        movements,
        chain,
        account,
        committedAtMs: nowMs,
      };
    },
    sign: async (signed) => signed,
    bump: async (last, feeRateCap, signal) => preparing((at) => bump(at, last, feeRateCap), signal),
    doesSame(_chain, one, other) {
      const [a, b] = [stellarTx(one), stellarTx(other)];
      return (
        a.operation === b.operation && a.to === b.to && a.asset === b.asset && a.units === b.units
      );
    },
    // One account's sequence numbers are strictly ordered, so they go out one after another.
    async broadcast(signed) {
      const outcomes: BroadcastOutcome[] = [];
      for (const one of signed) outcomes.push(await submitToAll(horizons, one));
      return outcomes;
    },

    observe: async (_chain, watched, signal) => observe(watching, watched, signal),
    shownAlike: async (_chain, mined, signal) => shownAlike(horizons, mined, signal),
    consumerOf: async (watched, _search, signal) => consumerOf(watching, watched, signal),
    accountHistory: async (_chain, search, signal) => accountHistory(watching, search, signal),
    arrivals: async (_chain, hash, want, signal) => arrivals(watching, hash, want, signal),
    // No upstream of ours pays back on Stellar, and no allowances exist there.
    refundsSince: async () => [],
    takenBetween: async () => 0n,
    paymentsSince: async (_chain, search, signal) => paymentsSince(watching, search, signal),
    slotsTaken: async (_chain, _account, signal) => (await readQueue(signal)).mined,
    slotsConfirmed: async (_chain, _account, signal) => (await readQueue(signal)).mined,
    queue: async (_chain, _account, signal) => readQueue(signal),
    balances: async (_chain, books, signal) => balances(watching, books, signal),
    holdings: async (_chain, books, at, signal) => holdings(watching, books, at, signal),

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

/** To every Horizon. Refused only where all of them say that their node does not take it. */
async function submitToAll(
  { nodes }: Horizons,
  { raw }: Pick<SignedTransaction, 'raw'>,
): Promise<BroadcastOutcome> {
  if (raw === null) return 'unknown';
  const words = await Promise.all(
    nodes.map(async (node) => {
      const response = await node.submit(raw);
      const read = submissionShape.safeParse(jsonOf(response?.body ?? ''));
      return read.success ? read.data.tx_status : null;
    }),
  );
  if (words.some((word) => word === 'PENDING' || word === 'DUPLICATE')) return 'accepted';
  return words.every((word) => word === 'ERROR') ? 'refused' : 'unknown';
}
