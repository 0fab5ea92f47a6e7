import {
  isRelayError,
  maxGasCost,
  permit2Address,
  RelayError,
  type Transaction,
} from '@interline/kernel';
import type { AuthorizedTransfer, TransferMethod, TriedTransfer } from '@interline/ports';
import { assertMayCommit, chainScope } from '../switches/index.ts';
import { commitTransactions, sendOrPostpone } from '../transactions/index.ts';
import type { PaymentPorts } from './ports.ts';
import {
  assertMayLose,
  assertRoomToLose,
  clientOf,
  countLoss,
  countSettle,
  lossOf,
  type Right,
} from './quota.ts';
import { reasonOf, reasons, reasonsOf } from './reasons.ts';
import type { PaymentUnit } from './repository.ts';
import { authorizationKeyOf, type Settlement, settlementOwner } from './settlement.ts';
import { nowSecOf } from './verify-payment.ts';

/** A payment of a good shape, and who asks to have it made. */
export interface Asked {
  readonly transfer: AuthorizedTransfer;
  readonly payloadHash: string;
  readonly identifier: string | null;
  readonly right: Right;
  /** A pseudonym. */
  readonly client: string;
}

/**
 * - taken: it stands for what was asked, of now or before
 * - refused: nothing was sent, and nothing is remembered; `payload` differs for another's authorization
 */
export type Accepted =
  | {
      readonly kind: 'taken';
      readonly settlement: Settlement;
      /** Where it was committed just now. */
      readonly transaction?: Transaction;
    }
  | { readonly kind: 'refused'; readonly reason: string; readonly why: string | null };

/** A request that waits for the end of its payment settles it; the duty leaves it alone. */
export interface Awaiting {
  hold(sentAs: string): void;
  release(sentAs: string): void;
}

/**
 * The settlement that has this authorization: one that is known, one of a stranger who was faster, or
 * one whose signed transaction is committed with it here and sent then. Never a second transaction.
 * Throws `IDEMPOTENCY_CONFLICT`, `FACILITATOR_QUOTA`, `PAUSED`, `GAS_EXHAUSTED`, `GAS_CEILING`,
 * `ACCOUNT_STOPPED`, `CHAIN_UNREACHABLE`, `STORE_DOWN`.
 */
export async function acceptPayment(
  ports: PaymentPorts,
  asked: Asked,
  awaiting: Awaiting,
  signal: AbortSignal,
): Promise<Accepted> {
  const known = await knownIn(ports.store.reads, asked);
  if (known !== null) return known;
  const { transfer, right } = asked;
  const client = clientOf(right, asked.client);
  const { reads } = ports.store;
  await assertMayLose(ports, reads.transactions, { ...transfer, payer: transfer.from, client });
  const tried = await ports.authorized.tryTransfer(transfer, nowSecOf(ports), signal);
  if (tried.ok) return commit(ports, asked, awaiting, tried);
  if (tried.fault === 'used') return acceptUsed(ports, asked, signal);
  return { kind: 'refused', reason: reasonOf(tried.fault, transfer.method), why: tried.why };
}

function refusedAsUsed(method: TransferMethod, why: string | null): Accepted {
  return { kind: 'refused', reason: reasonsOf[method].used, why };
}

async function knownIn(
  { payments }: Pick<PaymentUnit, 'payments'> | PaymentPorts['store']['reads'],
  { transfer, payloadHash, identifier }: Asked,
): Promise<Accepted | null> {
  const { from: payer, method } = transfer;
  const named = identifier === null ? null : await payments.settlementNamed(payer, identifier);
  if (named !== null && named.payloadHash !== payloadHash)
    throw new RelayError(
      'IDEMPOTENCY_CONFLICT',
      {},
      'this payment-identifier came with another payment of the same payer',
    );
  const taken = named ?? (await payments.settlementOf(authorizationKeyOf(transfer)));
  if (taken === null) return null;
  // A caller without the signature learns nothing about the payment, whatever nonce it names.
  return taken.payloadHash === payloadHash
    ? { kind: 'taken', settlement: taken }
    : refusedAsUsed(method, 'another payment has this nonce here');
}

function newSettlement(
  { clock, entropy }: Pick<PaymentPorts, 'clock' | 'entropy'>,
  { transfer, payloadHash, identifier, right, client }: Asked,
): Settlement {
  const { token, to, units, validAfter, validBefore } = transfer;
  return {
    ...{ id: `x4_${entropy.hex(16)}`, token, payTo: to, units, ...authorizationKeyOf(transfer) },
    ...{ validAfter, validBefore, payloadHash, identifier },
    ...{ client: clientOf(right, client), sentAs: null, acceptedAtMs: clock.now() },
    ...{ outcome: null, toldAtMs: null, isCharged: false },
  };
}

/** The record and the signed transaction in one unit; then it is sent. */
async function commit(
  ports: PaymentPorts,
  asked: Asked,
  awaiting: Awaiting,
  { prepared, balance, allowance }: Extract<TriedTransfer, { readonly ok: true }>,
): Promise<Accepted> {
  const { chain, token, from, units } = asked.transfer;
  const keys = ports.transactions;
  const sentAs = `xs_${ports.entropy.hex(12)}`;
  const settlement = { ...newSettlement(ports, asked), sentAs };
  const loss = asked.right.kind === 'own' ? await lossOf(ports, settlement, prepared) : 0n;
  const unit = async (tx: PaymentUnit) => {
    await assertMayCommit(tx, ['service', chainScope(chain)]);
    const known = await knownIn(tx, asked);
    if (known !== null) return { accepted: known, committed: [] as const };
    // All that a payer signs for is out of one balance; what that does not cover would fail at our cost.
    if ((await tx.payments.unitsUnderWay(chain, token, from)) + units > balance)
      return { accepted: notCovered, committed: [] as const };
    // So is what Permit2 may take of it.
    if (
      allowance !== null &&
      (await tx.payments.unitsUnderWay(chain, token, from, permit2Address)) + units > allowance
    )
      return { accepted: notAllowed, committed: [] as const };
    await assertRoomToLose(
      ports,
      tx,
      settlement,
      prepared.nextBlockCost ?? maxGasCost(prepared.tx),
    );
    await countSettle(ports, tx, asked.right);
    await countLoss(ports, tx, settlement, loss);
    await tx.payments.insertSettlement(settlement);
    return {
      accepted: { kind: 'taken' as const, settlement },
      committed: await commitTransactions(keys, tx, settlementOwner(sentAs), onlyStep, [prepared]),
    };
  };
  awaiting.hold(sentAs);
  const { accepted, committed } = await ports.store
    .run('commit-settlement', unit)
    .catch(async (error: unknown) => {
      awaiting.release(sentAs);
      return { accepted: await knownAfter(ports, asked, error), committed: [] as const };
    });
  if (committed.length === 0) awaiting.release(sentAs);
  await sendOrPostpone(keys, committed, ports.lifetime);
  const [only] = committed;
  return only === undefined || accepted.kind === 'refused'
    ? accepted
    : { ...accepted, transaction: only.transaction };
}

/** Its owner has committed nothing before. */
const onlyStep = (): number => 0;

/** Another process that took the same authorization in the same moment is why the unit failed, or nothing is. */
async function knownAfter(
  { store }: Pick<PaymentPorts, 'store'>,
  asked: Asked,
  error: unknown,
): Promise<Accepted> {
  const known = isRelayError(error) ? null : await knownIn(store.reads, asked);
  if (known === null) throw error;
  return known;
}

const notCovered: Accepted = {
  kind: 'refused',
  reason: reasons.balance,
  why: 'other payments of this payer are under way, and its balance does not cover all of them',
};

const notAllowed: Accepted = {
  kind: 'refused',
  reason: reasons.allowance,
  why: 'other payments of this payer are under way, and Permit2 may not take all of them',
};

/** A stranger, or its payer, was faster: what counts is that the money came, by this authorization. */
async function acceptUsed(
  ports: PaymentPorts,
  asked: Asked,
  signal: AbortSignal,
): Promise<Accepted> {
  const { authorized, store } = ports;
  const { transfer } = asked;
  // Another process of ours may have been that stranger.
  const ours = await knownIn(store.reads, asked);
  if (ours !== null) return ours;
  const block = await authorized.searchedFrom(transfer.chain, signal);
  const fate = await authorized.fateOf(transfer, { block, head: 0 }, signal);
  const notShown: Accepted = {
    kind: 'refused',
    reason: reasons.pending,
    why: 'its nonce is used, and the nodes do not show by what yet; ask again',
  };
  switch (fate.kind) {
    case 'spent':
      return refusedAsUsed(transfer.method, null);
    case 'unused':
    case 'unknown':
      return notShown;
    case 'made':
      // A node with all states shows older ones too, whose success may have been told and forgotten here.
      if (fate.block < block) return notShown;
      const adopt = async (tx: PaymentUnit): Promise<Accepted> => {
        const known = await knownIn(tx, asked);
        if (known !== null) return known;
        const outcome = { isSuccess: true, txHash: fate.hash, reason: null };
        // We sent it, and the store was restored from before that: its success may have been told.
        const toldAtMs = fate.isOurs ? ports.clock.now() : null;
        const settlement = { ...newSettlement(ports, asked), outcome, toldAtMs };
        await tx.payments.insertSettlement(settlement);
        return { kind: 'taken', settlement };
      };
      return store
        .run('adopt-settlement', adopt)
        .catch((error: unknown) => knownAfter(ports, asked, error));
  }
}
