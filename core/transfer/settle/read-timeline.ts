import { RelayError, type Transaction, type TransactionPurpose } from '@interline/kernel';
import type { TransferView } from '../repository.ts';
import { isTerminal, type Route } from '../route.ts';

/** A transaction of ours for a route, and when we worked on it. */
export interface TimelineStep extends Pick<
  Transaction,
  'chain' | 'state' | 'minedHash' | 'minedBlock' | 'reorgs'
> {
  readonly purpose: TransactionPurpose;
  /** When it was decided: what came before it was confirmed then. */
  readonly begunAtMs: number;
  /** When its first signed form was committed; null before, and of an archived one. */
  readonly sentAtMs: number | null;
  /** How many signed forms it has; more than one where its fee was raised. */
  readonly forms: number;
  /** The hash of the form that was mined, else of the one that was sent last; null before. */
  readonly hash: string | null;
}

/** A route's way in times. */
export interface Timeline {
  readonly route: Route;
  readonly endedAtMs: number | null;
  readonly steps: readonly TimelineStep[];
}

/**
 * Made of what the store has anyway: each stage of a route begins with a transaction of its own, which
 * carries its time. So nothing is written for it. Throws `UNKNOWN_ROUTE`.
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

/** In the order in which they were begun; no-ops that filled a slot are left out. */
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

/** The transaction whose signed forms carry it: a multicall's, where it was merged into one. */
function carrierOf({ id, multicall }: Transaction): string {
  return multicall?.carried?.by ?? id;
}
