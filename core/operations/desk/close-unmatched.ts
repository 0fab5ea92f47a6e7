import { type TxHash, RelayError } from '@interline/kernel';
import {
  readPullReturn,
  type UnmatchedClosing,
  type UnmatchedTransaction,
} from '../../transactions/index.ts';
import {
  depositsItMayBeOf,
  heldBy,
  mayBeOfRoute,
  type TransferPorts,
} from '../../transfer/index.ts';
import { paidBack } from '../float/assert-returnable.ts';
import { readPulled } from '../float/read-pulled.ts';
import { operatorAction } from '../operator-action.ts';
import type { OperationStore, OperationView } from '../repository.ts';

export interface CloseOrder {
  /** Id of an unmatched transaction, as listed on the desk. */
  readonly id: string;
  readonly as: UnmatchedClosing['as'];
  /** Our payment that returned the money to the payer. */
  readonly evidence: TxHash | null;
  /** The route of the deposit that it delivered or refunded. */
  readonly routeId: string | null;
}

/** Maximum number of deposits that a refusal names. */
const namedAtMost = 5;

type Ports = Omit<TransferPorts, 'store'> & {
  readonly store: TransferPorts['store'] & OperationStore;
};

/**
 * Removes an unmatched transaction from the desk with the operator's finding. Moves no money and
 * keeps it as evidence. Throws `UNKNOWN_RECORD`, `WRONG_STATE` with the obstacle (already closed or
 * refunded, a quarantined route that it may belong to, deposits of which none was named), and
 * `BAD_REQUEST` for a payment that is not evidence or a deposit that it cannot belong to.
 */
export function closeUnmatched(ports: Ports) {
  return operatorAction({
    name: 'desk-close',
    targetOf: ({ id }: CloseOrder) => `unmatched transaction ${id}`,
    async plan(order, signal) {
      const unmatched = await assertClosable(ports, ports.store.reads, order);
      await assertEvidence(ports, unmatched, order, signal);
      const { as, evidence, routeId } = order;
      return {
        order,
        before: { kind: unmatched.kind, state: 'on the desk' },
        after: {
          kind: unmatched.kind,
          state: `closed as ${as}`,
          ...(evidence === null ? {} : { evidence }),
          ...(routeId === null ? {} : { routeId }),
        },
      };
    },
    perform: {
      in: 'one-unit',
      async run(tx, { order }, { by, atMs }) {
        await assertClosable(ports, tx, order);
        const { id, as, evidence, routeId } = order;
        await tx.transactions.closeUnmatched(id, { as, by, atMs, evidence, routeId });
        return { result: null };
      },
    },
  });
}

/** Uses only the store, so that the unit that closes it can check again. */
async function assertClosable(
  ports: Pick<Ports, 'custody' | 'former'>,
  view: Pick<OperationView, 'transactions' | 'transfers' | 'books'>,
  order: CloseOrder,
): Promise<UnmatchedTransaction> {
  const { id } = order;
  const listed = await view.transactions.unmatchedTransactions();
  const unmatched = listed.find((one) => one.id === id);
  if (unmatched === undefined)
    throw new RelayError('UNKNOWN_RECORD', {}, 'no unmatched transaction has this id');
  const { closed } = unmatched;
  if (closed !== null)
    throw notClosable(
      `${closed.by} closed it as ${closed.as} at ${new Date(closed.atMs).toISOString()}`,
    );
  const back = await readPullReturn(view.transactions, id);
  if (back.kind === 'under-way')
    throw notClosable(
      `${back.transaction.id} is giving it back to the payer; wait until that is final, then it leaves the desk by itself`,
    );
  if (back.kind === 'returned')
    throw notClosable(`${back.transaction.id} gave it back to the payer, so it is off the desk`);
  const route = await heldBy(ports, view, unmatched);
  if (route !== null)
    throw notClosable(
      `the quarantined route ${route.id} may have been its purpose; release that route first ("interline route release ${route.id}")`,
    );
  await assertPurpose(ports, view, unmatched, order);
  return unmatched;
}

/**
 * A transaction that delivered or refunded a deposit holds that deposit from then on, so the
 * operator must name it.
 */
async function assertPurpose(
  ports: Pick<Ports, 'custody' | 'former'>,
  view: Pick<OperationView, 'transactions' | 'transfers' | 'books'>,
  unmatched: UnmatchedTransaction,
  { as, routeId }: CloseOrder,
): Promise<void> {
  if (as === 'explained') {
    if (routeId === null) return;
    throw noPurpose('what is closed as explained was of no route; leave the route out');
  }
  if (routeId !== null) {
    if (await mayBeOfRoute(ports, view, unmatched, routeId)) return;
    throw noPurpose(`${routeId} has no deposit that it can have delivered or given back`);
  }
  const may = await depositsItMayBeOf(ports, view, unmatched, namedAtMost);
  if (may.length > 0)
    throw notClosable(
      `it may have delivered or given back the deposit of one of these routes: ${may.join(', ')}; name the one with --route, or close it as explained where it was none of theirs`,
    );
}

/**
 * The named payment must have paid the payer what the pull brought, and must not have closed
 * another pull.
 */
async function assertEvidence(
  ports: Ports,
  { id, kind }: UnmatchedTransaction,
  { as, evidence }: CloseOrder,
  signal: AbortSignal,
): Promise<void> {
  if (evidence === null) return;
  if (kind !== 'pull' || as !== 'returned')
    throw noEvidence(
      `evidence is the payment that gave a pull back, and this is a ${kind} closed as ${as}; leave it out`,
    );
  const { own, pulled } = await readPulled(ports, id);
  const paid = await paidBack(own, pulled, signal);
  if (paid.has(evidence)) return;
  throw noEvidence(
    `${evidence} is not a payment of our accounts that gave ${pulled.payer} ${pulled.units} of ${pulled.book.token} back; ` +
      (paid.size === 0 ? 'none is seen' : `seen: ${[...paid].join(', ')}`),
  );
}

/** It stays on the desk. */
function notClosable(reason: string): RelayError {
  return new RelayError('WRONG_STATE', { field: 'id' }, `it is not closed: ${reason}`);
}

function noPurpose(reason: string): RelayError {
  return new RelayError('BAD_REQUEST', { field: 'routeId' }, `it is not closed: ${reason}`);
}

function noEvidence(reason: string): RelayError {
  return new RelayError('BAD_REQUEST', { field: 'evidence' }, `it is not closed: ${reason}`);
}
