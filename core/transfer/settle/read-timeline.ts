import { RelayError, type Transaction, type TransactionPurpose } from '@interline/kernel';
import type { TransferView } from '../repository.ts';
import { isTerminal, type Route } from '../route.ts';

/** A transaction of ours for a route, and the times of our work on it. */
export interface TimelineStep extends Pick<
  Transaction,
  'chain' | 'state' | 'minedHash' | 'minedBlock' | 'reorgs'
> {
  readonly purpose: TransactionPurpose;
  /** When it was decided; everything before it was confirmed at that time. */
  readonly begunAtMs: number;
  /** When its first signed form was committed; null before that, and for an archived one. */
  readonly sentAtMs: number | null;
  /** How many signed forms it has; more than one if its fee was raised. */
  readonly forms: number;
  /** The hash of the mined form, otherwise of the last sent one; null before. */
  readonly hash: string | null;
}

/** A route's progress in time. */
export interface Timeline {
  readonly route: Route;
  readonly endedAtMs: number | null;
  readonly steps: readonly TimelineStep[];
}

/**
 * Built from data that the store has anyway: each stage of a route begins with a transaction, which
 * has a timestamp. Throws `UNKNOWN_ROUTE`.
 */
export type ReadTimeline = (id: string) => Promise<Timeline>;

export function readTimeline({
  store,
}: {
  readonly store: {
    readonly reads: {
      readonly transfers: Pick<TransferView['transfers'], 'route'>;
      readonly transactions: StepReads;
    };
  };
}): ReadTimeline {
  const { transfers, transactions } = store.reads;
  return async (id) => {
    const route = await transfers.route(id);
    if (route === null) throw new RelayError('UNKNOWN_ROUTE', {}, 'no route has this id');
    return {
      route,
      endedAtMs: isTerminal(route.status) ? route.updatedAtMs : null,
      steps: await stepsOf(transactions, id),
    };
  };
}

type StepReads = Pick<TransferView['transactions'], 'transactionsOf' | 'signedTransactionsOf'>;

/** In the order of their start; no-ops that filled a slot are left out. */
export async function stepsOf(
  transactions: StepReads,
  routeId: string,
): Promise<readonly TimelineStep[]> {
  const own = (await transactions.transactionsOf(routeId)).filter(
    ({ purpose }) => purpose !== 'noop',
  );
  const carriers = [...new Set(own.map(carrierOf))];
  const signed = carriers.length === 0 ? [] : await transactions.signedTransactionsOf(carriers);
  const steps = own.map((transaction): TimelineStep => {
    const { purpose, chain, state, minedHash, minedBlock, reorgs, createdAtMs } = transaction;
    const forms = signed.filter(
      ({ transactionId, raw }) => transactionId === carrierOf(transaction) && raw !== null,
    );
    return {
      purpose,
      chain,
      state,
      minedHash,
      minedBlock,
      reorgs,
      begunAtMs: createdAtMs,
      sentAtMs: forms[0]?.committedAtMs ?? null,
      forms: forms.length,
      hash: minedHash ?? forms.at(-1)?.hash ?? null,
    };
  });
  return steps.sort((a, b) => a.begunAtMs - b.begunAtMs);
}

/** The transaction whose signed forms carry it: the multicall, if it was merged into one. */
function carrierOf({ id, multicall }: Transaction): string {
  return multicall?.carried?.by ?? id;
}
