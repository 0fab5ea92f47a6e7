import { type EvmAddress, fullSignature } from '@interline/kernel';
import { acceptPayment } from './accept-payment.ts';
import type { Accepted, Asked } from './asked-payment.ts';
import { judgeRequest, type PaymentRequest } from './judge-request.ts';
import type { PaymentPorts } from './ports.ts';
import { assertRight, clientOf, type Right } from './quota.ts';
import { reasons } from './reasons.ts';
import { shownHash } from './read-settlement.ts';
import type { SettleEnds } from './settle-ends.ts';
import type { Settlement } from './settlement.ts';
import { reportedInDoubt } from './reported-in-doubt.ts';

export interface SettleRequest extends PaymentRequest {
  /** Null where the request shows neither key nor pass. */
  readonly right: Right | null;
  /** The caller's pseudonym. */
  readonly client: string;
  /**
   * The caller confirms that all requests under that identifier are one sale. The payer's
   * identifier alone does not prove that: it is not signed, and each success releases what was paid
   * for.
   */
  readonly mayRepeat: boolean;
}

export interface Settled {
  readonly isSuccess: boolean;
  /** One of x402's reasons; null for a success. */
  readonly reason: string | null;
  /** Further explanation, where there is one. */
  readonly why: string | null;
  /** The transaction that moved the money or will move it; null where there is none. */
  readonly txHash: string | null;
  readonly payer: EvmAddress | null;
  /** Null where nothing was stored. */
  readonly settlement: Pick<Settlement, 'id' | 'chain'> | null;
  /** Of a sale of ours: another payment pays for what is sold once, so this one was not sent. */
  readonly isSold: boolean;
}

/**
 * Settles a payment at our cost, and answers when a block shows it. Callers with the same payment
 * join it; if a key brought it, only callers with that key do. Success is reported once, because it
 * releases what was paid for, and again only to a caller with the same `payment-identifier` and
 * `mayRepeat`. Throws as `acceptPayment` does.
 */
export type SettlePayment = (request: SettleRequest, signal: AbortSignal) => Promise<Settled>;

type Taken = Accepted & { readonly kind: 'taken' };
type Ended = Awaited<ReturnType<SettleEnds['awaitOwn']>>;

/** Less than the 90 s that clients of x402 wait. */
const patienceMs = 25_000;

export function settlePayment(ports: PaymentPorts, ends: SettleEnds): SettlePayment {
  const accepting = new Map<string, Promise<Accepted>>();
  const ending = new Map<
    string,
    { readonly end: Promise<Ended>; readonly callers: Set<AbortSignal> }
  >();
  /** Ends whose success was stored as reported, until one caller takes it. */
  const untaken = new WeakSet<Ended>();

  /** Callers with the same payment at the same time share one run. */
  const accept = (asked: Asked): Promise<Accepted> =>
    shared(
      accepting,
      `${asked.transfer.signature}/${asked.payloadHash}/${asked.identifier ?? ''}`,
      () =>
        // One caller may disconnect; the run goes on for the others.
        acceptPayment(ports, asked, ends, ports.lifetime),
    );

  return async (request, signal) => {
    const right = assertRight(request.right);
    const judged = judgeRequest(ports, request);
    if (!judged.ok) return refused({ reason: judged.reason, why: null }, judged.payer);
    const { transfer } = judged;
    const { from: payer } = transfer;
    const asked: Asked = {
      transfer,
      right,
      client: request.client,
      payloadHash: ports.receiptSigner.hashOf(textOf(transfer)),
      identifier: request.identifier,
    };
    const accepted = await accept(asked);
    if (accepted.kind === 'refused') return refused(accepted, payer);
    const { settlement } = accepted;
    const isOwn = mayBeReported(settlement, clientOf(right, request.client));
    const ended = isOwn
      ? await awaitEnd(settlement.id, accepted, signal)
      : { settlement, isReported: false };
    // A caller that has disconnected must not take the success with it.
    const isReported = isOwn && !signal.aborted && untaken.delete(ended);
    const identifier = request.mayRepeat ? asked.identifier : null;
    const answer = await answerFor(ended.settlement, { isReported, isOwn, identifier }, signal);
    return { ...answer, payer, settlement: ended.settlement, isSold: false };
  };

  /** Callers with the same payment share one wait for its end. */
  function awaitEnd(id: string, accepted: Taken, signal: AbortSignal): Promise<Ended> {
    const known = ending.get(id);
    known?.callers.add(signal);
    if (known !== undefined) return known.end;
    const callers = new Set([signal]);
    const end = endOf(accepted, () => [...callers].some(({ aborted }) => !aborted))
      .then((ended) => {
        if (ended.isReported) untaken.add(ended);
        return ended;
      })
      .finally(() => ending.delete(id));
    ending.set(id, { end, callers });
    return end;
  }

  async function endOf(
    { settlement, transaction }: Taken,
    isAwaited: () => boolean,
  ): Promise<Ended> {
    if (settlement.outcome === null)
      return ends.awaitOwn(settlement, { patienceMs, isAwaited }, transaction);
    if (!(await isReopened(settlement))) return { settlement, isReported: false };
    const ended = await ends.awaitOwn(settlement, { patienceMs, isAwaited });
    return ended.isReported || !(await isReopened(ended.settlement))
      ? ended
      : { settlement: { ...ended.settlement, outcome: null }, isReported: false };
  }

  /**
   * A reorg undid it before any caller got its success, so the outcome seen before is no longer an
   * answer.
   */
  async function isReopened({ sentAs, reportedAtMs }: Settlement): Promise<boolean> {
    if (sentAs === null || reportedAtMs !== null) return false;
    const sent = await ports.store.reads.transactions.transactionsOf(sentAs);
    return sent.at(-1)?.state === 'open';
  }

  async function answerFor(
    ended: Settlement,
    { isReported, isOwn, identifier }: Asking,
    signal: AbortSignal,
  ): Promise<Pick<Settled, 'isSuccess' | 'reason' | 'why' | 'txHash'>> {
    const { outcome } = ended;
    if (outcome === null)
      return {
        isSuccess: false,
        reason: reasons.pending,
        why: 'it was sent and is in no block yet; ask again with the same payment',
        txHash: await shownHash(ports, ended),
      };
    const { txHash, reason } = outcome;
    if (!outcome.isSuccess) return { isSuccess: false, reason, why: null, txHash };
    const isSameRequest = identifier !== null && identifier === ended.identifier;
    if (isReported || isSameRequest || (isOwn && (await isReportedNow(ended, signal))))
      return { isSuccess: true, reason: null, why: null, txHash };
    return {
      isSuccess: false,
      reason: reasons.duplicate,
      txHash,
      why: isOwn
        ? 'this payment was made, and its success was told once already'
        : 'this payment was made, and another key brought it',
    };
  }

  /** Whether this caller is the one to whom the success is reported. */
  async function isReportedNow(
    { id, reportedAtMs }: Settlement,
    { aborted: hasGone }: AbortSignal,
  ): Promise<boolean> {
    if (reportedAtMs !== null || hasGone) return false;
    let marked: { readonly id: string; readonly atMs: number } | null = null;
    return ports.store
      .run('tell-settlement', async ({ payments }) => {
        const atMs = ports.clock.now();
        const isFirst = await payments.reportSettlement(id, atMs);
        marked = isFirst ? { id, atMs } : null;
        return isFirst;
      })
      .catch(async (error: unknown) => {
        // Simultaneous callers share a COMMIT. If the database does not answer it, the mark belongs
        // to one of them.
        if (marked === null) throw error;
        return (await reportedInDoubt(ports, marked, error)) !== null;
      });
  }
}

interface Asking {
  readonly isReported: boolean;
  readonly isOwn: boolean;
  /** Null where the caller does not confirm that it repeats a request. */
  readonly identifier: string | null;
}

/**
 * After sending, anyone can read the signed bytes in the calldata, and a key costs nothing. So no
 * other caller may take the success of a payment that one key brought.
 */
function mayBeReported({ client }: Settlement, asking: string): boolean {
  return !client.startsWith('key:') || client === asking;
}

function refused(
  { reason, why, isSold }: Omit<Extract<Accepted, { readonly kind: 'refused' }>, 'kind'>,
  payer: EvmAddress | null,
): Settled {
  const nothing = { isSuccess: false, txHash: null, settlement: null };
  return { ...nothing, reason, why, payer, isSold: isSold === true };
}

/**
 * What was signed, and the signature in its full form, so that one payment has one text however a
 * wallet writes the signature. The text for EIP-3009 has no method in front, because stored hashes
 * were made without it.
 */
function textOf(transfer: Asked['transfer']): string {
  const { method, chain, token, from, to, units } = transfer;
  const { validAfter, validBefore, nonce } = transfer;
  const signature = fullSignature(transfer.signature);
  const terms = [chain, token, from, to, units, validAfter, validBefore, nonce, signature];
  return (method === 'permit2' ? [method, ...terms] : terms).join('/');
}

/** All callers share one promise while it is pending. */
async function shared<T>(
  underWay: Map<string, Promise<T>>,
  key: string,
  begin: () => Promise<T>,
): Promise<T> {
  const known = underWay.get(key);
  if (known !== undefined) return known;
  const begun = begin().finally(() => underWay.delete(key));
  underWay.set(key, begun);
  return begun;
}
