import type { EvmAddress } from '@interline/kernel';
import { acceptPayment, type Accepted, type Asked } from './accept-payment.ts';
import { judgeRequest, type PaymentRequest } from './judge-request.ts';
import type { PaymentPorts } from './ports.ts';
import { assertRight, clientOf, type Right } from './quota.ts';
import { reasons } from './reasons.ts';
import { shownHash } from './read-settlement.ts';
import type { SettleEnds } from './settle-ends.ts';
import type { Settlement } from './settlement.ts';
import { toldInDoubt } from './told-in-doubt.ts';

export interface SettleRequest extends PaymentRequest {
  /** Null where the request shows neither key nor pass. */
  readonly right: Right | null;
  /** A pseudonym of who asks. */
  readonly client: string;
  /**
   * The caller itself confirms that all requests under that identifier are one sale. The payer's
   * identifier alone does not: it is not signed, and each success releases what was paid for.
   */
  readonly mayRepeat: boolean;
}

export interface Settled {
  readonly isSuccess: boolean;
  /** One of x402's reasons; null for a success. */
  readonly reason: string | null;
  /** Further explanation, where there is one. */
  readonly why: string | null;
  /** The transaction that moved the money or will; null where there is none. */
  readonly txHash: string | null;
  readonly payer: EvmAddress | null;
  /** Null where nothing was stored. */
  readonly settlement: Pick<Settlement, 'id' | 'chain'> | null;
}

/**
 * Settles a payment at our cost, and answers when a block shows it. Callers with the same payment join
 * it, of a payment that a key brought only those with that key. Success is reported once, because it
 * releases what was paid for, and again only to a caller with the same `payment-identifier` and
 * `mayRepeat`. Throws as `acceptPayment` does.
 */
export type SettlePayment = (request: SettleRequest, signal: AbortSignal) => Promise<Settled>;

type Taken = Accepted & { readonly kind: 'taken' };
type Ended = Awaited<ReturnType<SettleEnds['awaitOwn']>>;

/** Below the 90 s for which the clients of x402 wait. */
const patienceMs = 25_000;

export function settlePayment(ports: PaymentPorts, ends: SettleEnds): SettlePayment {
  const accepting = new Map<string, Promise<Accepted>>();
  const ending = new Map<
    string,
    { readonly end: Promise<Ended>; readonly callers: Set<AbortSignal> }
  >();
  /** Ends whose success was stored as told, until one caller takes it. */
  const untaken = new WeakSet<Ended>();

  /** Callers with the same payment at the same time share one run. */
  const accept = (asked: Asked): Promise<Accepted> =>
    shared(accepting, `${asked.payloadHash}/${asked.identifier ?? ''}`, () =>
      // One caller may disconnect; the run goes on for the others.
      acceptPayment(ports, asked, ends, ports.lifetime),
    );

  return async (request, signal) => {
    const right = assertRight(request.right);
    const judged = judgeRequest(ports, request);
    if (!judged.ok) return refused(judged.reason, null, judged.payer);
    const { transfer } = judged;
    const { from: payer } = transfer;
    const asked: Asked = {
      ...{ transfer, right, client: request.client },
      payloadHash: ports.receiptSigner.hashOf(textOf(transfer)),
      identifier: request.identifier,
    };
    const accepted = await accept(asked);
    if (accepted.kind === 'refused') return refused(accepted.reason, accepted.why, payer);
    const { settlement } = accepted;
    const isOwn = mayBeTold(settlement, clientOf(right, request.client));
    const ended = isOwn
      ? await awaitEnd(settlement.id, accepted, signal)
      : { settlement, isTold: false };
    // A caller that has gone must not take the success with it.
    const isTold = isOwn && !signal.aborted && untaken.delete(ended);
    const identifier = request.mayRepeat ? asked.identifier : null;
    const answer = await answerFor(ended.settlement, { isTold, isOwn, identifier }, signal);
    return { ...answer, payer, settlement: ended.settlement };
  };

  /** Callers with the same payment share one wait for its end. */
  function awaitEnd(id: string, accepted: Taken, signal: AbortSignal): Promise<Ended> {
    const known = ending.get(id);
    known?.callers.add(signal);
    if (known !== undefined) return known.end;
    const callers = new Set([signal]);
    const end = endOf(accepted, () => [...callers].some(({ aborted }) => !aborted))
      .then((ended) => {
        if (ended.isTold) untaken.add(ended);
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
    if (!(await isReopened(settlement))) return { settlement, isTold: false };
    const ended = await ends.awaitOwn(settlement, { patienceMs, isAwaited });
    return ended.isTold || !(await isReopened(ended.settlement))
      ? ended
      : { settlement: { ...ended.settlement, outcome: null }, isTold: false };
  }

  /** A reorg took it before any caller got its success, so what was seen before is not an answer now. */
  async function isReopened({ sentAs, toldAtMs }: Settlement): Promise<boolean> {
    if (sentAs === null || toldAtMs !== null) return false;
    const sent = await ports.store.reads.transactions.transactionsOf(sentAs);
    return sent.at(-1)?.state === 'open';
  }

  async function answerFor(
    ended: Settlement,
    { isTold, isOwn, identifier }: Asking,
    signal: AbortSignal,
  ): Promise<Pick<Settled, 'isSuccess' | 'reason' | 'why' | 'txHash'>> {
    const { outcome } = ended;
    if (outcome === null)
      return {
        ...{ isSuccess: false, reason: reasons.pending },
        why: 'it was sent and is in no block yet; ask again with the same payment',
        txHash: await shownHash(ports, ended),
      };
    const { txHash, reason } = outcome;
    if (!outcome.isSuccess) return { isSuccess: false, reason, why: null, txHash };
    const isSameRequest = identifier !== null && identifier === ended.identifier;
    if (isTold || isSameRequest || (isOwn && (await isToldNow(ended, signal))))
      return { isSuccess: true, reason: null, why: null, txHash };
    return {
      ...{ isSuccess: false, reason: reasons.duplicate, txHash },
      why: isOwn
        ? 'this payment was made, and its success was told once already'
        : 'this payment was made, and another key brought it',
    };
  }

  /** Whether this caller is the one that gets its success. */
  async function isToldNow(
    { id, toldAtMs }: Settlement,
    { aborted: hasGone }: AbortSignal,
  ): Promise<boolean> {
    if (toldAtMs !== null || hasGone) return false;
    let marked: { readonly id: string; readonly atMs: number } | null = null;
    return ports.store
      .run('tell-settlement', async ({ payments }) => {
        const atMs = ports.clock.now();
        const isFirst = await payments.tellSettlement(id, atMs);
        marked = isFirst ? { id, atMs } : null;
        return isFirst;
      })
      .catch(async (error: unknown) => {
        // Callers of one moment share a COMMIT: where it goes unanswered, the mark is of one of them.
        if (marked === null) throw error;
        return (await toldInDoubt(ports, marked, error)) !== null;
      });
  }
}

interface Asking {
  readonly isTold: boolean;
  readonly isOwn: boolean;
  /** Null where it confirms no repeat. */
  readonly identifier: string | null;
}

/**
 * Once it is sent, anybody reads the signed bytes in its calldata, and a key costs nothing: the success of what
 * one key brought is no other caller's to take.
 */
function mayBeTold({ client }: Settlement, asking: string): boolean {
  return !client.startsWith('key:') || client === asking;
}

function refused(reason: string, why: string | null, payer: EvmAddress | null): Settled {
  return { isSuccess: false, reason, why, txHash: null, payer, settlement: null };
}

/** What was signed, and the signature; what is signed for the token has been written so from the first. */
function textOf(transfer: Asked['transfer']): string {
  const { method, chain, token, from, to, units } = transfer;
  const { validAfter, validBefore, nonce, signature } = transfer;
  const terms = [chain, token, from, to, units, validAfter, validBefore, nonce, signature];
  return (method === 'permit2' ? [method, ...terms] : terms).join('/');
}

/** One promise for all that ask while it is under way. */
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
