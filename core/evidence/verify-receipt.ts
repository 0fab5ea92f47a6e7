import {
  type Address,
  asAddress,
  type ChainRef,
  isRelayError,
  type TokenRef,
} from '@interline/kernel';
import type { CustodyPort, ReceiptSigner, TransparencyLogPort } from '@interline/ports';
import { watchedOf } from '../transactions/index.ts';
import { isTerminal, type Route } from '../transfer/index.ts';
import { receiptType } from './issue-receipt.ts';
import { entryBytes } from './log-entry.ts';
import { isOfLastEnd } from './read-receipt.ts';
import { receiptLog } from './receipt-log.ts';
import type { EvidenceStore, VerifyStore } from './repository.ts';

export interface VerifyParts {
  readonly store: EvidenceStore & VerifyStore;
  readonly receiptSigner: Pick<ReceiptSigner, 'verify' | 'commitmentTo'>;
  readonly transparencyLog: TransparencyLogPort;
  readonly custody: Pick<CustodyPort, 'chains' | 'observe' | 'arrivals'>;
}

/** A receipt that a caller presents, to learn whether it is genuine. */
export interface ShownReceipt {
  readonly jws: string;
  /** The salt of its entry, in hex, and the proof; left out where no proof is presented. */
  readonly logged?: { readonly salt: string; readonly proof: string };
}

export interface Check {
  readonly name: 'signature' | 'current' | 'log';
  readonly ok: boolean;
  readonly detail: string;
}

/** A transaction that the receipt names, as the chain shows it now. */
export interface SeenOnChain {
  readonly chain: ChainRef;
  readonly tx: string;
  /** Null where the chain could not be read. */
  readonly seen: boolean | null;
  /** What it took from the payer or brought to the recipient, in smallest units; null where unseen. */
  readonly amountSeen: bigint | null;
}

export interface Verdict {
  readonly valid: boolean;
  readonly checks: readonly Check[];
  /** For a receipt that this service signed; empty for any other. */
  readonly chain: readonly SeenOnChain[];
}

/** For callers without a verifier of their own; nothing they send is kept. Throws `STORE_DOWN`. */
export type VerifyReceipt = (shown: ShownReceipt, signal: AbortSignal) => Promise<Verdict>;

export function verifyReceipt(parts: VerifyParts): VerifyReceipt {
  const { store, receiptSigner } = parts;
  return async ({ jws, logged }, signal) => {
    const { evidence, transfers } = store.reads;
    const claims = receiptSigner.verify(jws, receiptType, await evidence.receiptKeys());
    const id = idIn(claims);
    if (id === null) return { valid: false, checks: [signature(false)], chain: [] };
    const [last, route] = await Promise.all([evidence.lastReceipt(id), transfers.routeToShow(id)]);
    const checks = [
      signature(true),
      current(
        last?.jws === jws && (route === null || isOfLastEnd(last, route)),
        route !== null && !isTerminal(route.status),
      ),
      ...(logged === undefined ? [] : [inLog(await isLogged(parts, jws, logged))]),
    ];
    return {
      valid: checks.every(({ ok }) => ok),
      checks,
      chain: route === null ? [] : await seenOnChains(parts, route, signal),
    };
  };
}

function idIn(claims: unknown): string | null {
  if (typeof claims !== 'object' || claims === null || !('id' in claims)) return null;
  return typeof claims.id === 'string' ? claims.id : null;
}

function signature(ok: boolean): Check {
  const detail = ok
    ? 'signed by a key of this service'
    : 'not signed by a receipt key of this service; sandbox receipts do not count';
  return { name: 'signature', ok, detail };
}

/** A route that is no longer kept is judged by its last receipt alone. */
function current(isLast: boolean, runsAgain: boolean): Check {
  const detail = runsAgain
    ? 'a reorg took that end back, and the route runs again'
    : isLast
      ? "the receipt of the route's last end"
      : 'a later end of the same route replaces it, as after a reorg';
  return { name: 'current', ok: isLast && !runsAgain, detail };
}

function inLog(ok: boolean): Check {
  const detail = ok
    ? 'the proof shows it in a checkpoint that this service signed'
    : 'the proof does not show this receipt, with this salt, in a checkpoint of this service';
  return { name: 'log', ok, detail };
}

async function isLogged(
  { store, receiptSigner, transparencyLog }: VerifyParts,
  jws: string,
  { salt, proof }: NonNullable<ShownReceipt['logged']>,
): Promise<boolean> {
  const log = await receiptLog({ store, transparencyLog });
  // Proofs issued under an earlier name stay valid.
  const origins = [log.origin, ...log.beginnings.map(({ after }) => after)];
  const hash = receiptSigner.commitmentTo(jws, salt);
  return transparencyLog.isProven(log, origins, entryBytes({ kind: 'receipt', hash }), proof);
}

/** One transaction of a receipt, and which of its transfers count. */
interface Named {
  readonly tx: string | null;
  readonly token: TokenRef;
  readonly party: 'from' | 'to';
  readonly account: Address;
}

async function seenOnChains(
  parts: VerifyParts,
  { id, order, srcTx, destTx, refundTx, givenBack }: Route,
  signal: AbortSignal,
): Promise<readonly SeenOnChain[]> {
  const named: readonly Named[] = [
    { tx: srcTx, token: order.from, party: 'from', account: asAddress(order.payer) },
    { tx: destTx, token: order.to, party: 'to', account: asAddress(order.recipient) },
    {
      tx: refundTx ?? givenBack?.tx ?? null,
      token: order.from,
      party: 'to',
      account: asAddress(order.payer),
    },
  ];
  const looks = named.map(async (one): Promise<readonly SeenOnChain[]> => {
    if (one.tx === null) return [];
    const at = { chain: one.token.chain, tx: one.tx };
    const amount = await amountIn(parts, id, { ...one, tx: one.tx }, signal).catch(
      (error: unknown) => {
        if (isRelayError(error)) return 'unknown' as const;
        throw error;
      },
    );
    if (amount === 'unknown') return [{ ...at, seen: null, amountSeen: null }];
    return [{ ...at, seen: amount !== null, amountSeen: amount }];
  });
  return (await Promise.all(looks)).flat();
}

/** Null where no block shows it. Throws `CHAIN_UNREACHABLE`. */
async function amountIn(
  { store, custody }: VerifyParts,
  routeId: string,
  { tx, token, party, account }: Named & { readonly tx: string },
  signal: AbortSignal,
): Promise<bigint | null | 'unknown'> {
  const { chain, address } = token;
  if (!custody.chains.includes(chain)) return 'unknown';
  const { transactions } = store.reads;
  const own = (await transactions.transactionsOf(routeId)).filter(
    (one) => one.chain === chain && one.minedHash === tx,
  );
  if (own.length === 0) {
    // Others sent it: what it brought can be seen, but not what it took from whom.
    if (party === 'from') return 'unknown';
    const found = await custody.arrivals(chain, tx, { token: address, to: account }, signal);
    return found.length === 0 ? null : sumOf(found);
  }
  const reading = await custody.observe(chain, await watchedOf(transactions, own), signal);
  const mined = reading.transactions.flatMap((one) =>
    one.mined?.hash === tx && one.mined.isSuccess ? one.mined.transfers : [],
  );
  const counted = mined.filter((one) => one.token === address && one[party] === account);
  return counted.length === 0 ? null : sumOf(counted);
}

function sumOf(moves: readonly { readonly units: bigint }[]): bigint {
  return moves.reduce((sum, { units }) => sum + units, 0n);
}
