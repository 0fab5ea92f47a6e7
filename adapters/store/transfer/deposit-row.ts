import type {
  Deposit,
  DepositChange,
  DepositRefund,
  OutputUse,
  SeenOutput,
} from '@interline/core/transfer';

/** `route`, the id of a refund, or null for nothing yet. */
type StoredUse = string | null;

interface StoredOutput extends Omit<SeenOutput, 'use'> {
  readonly use: StoredUse;
}

/** A rest is told by no output that has its id. */
type StoredRefund = Omit<DepositRefund, 'isRest'>;

export interface DepositRow extends Omit<Deposit, 'outputs' | 'refunds'> {
  readonly outputs: readonly StoredOutput[];
  readonly refunds: readonly StoredRefund[];
}

export function depositOf({ outputs, refunds, ...row }: DepositRow): Deposit {
  const isRest = (id: string): boolean => !outputs.some(({ use }) => use === id);
  return {
    ...row,
    outputs: outputs.map((one) => ({ ...one, use: useOf(one.use) })),
    refunds: refunds.map((one) => ({ ...one, isRest: isRest(one.id) })),
  };
}

export function depositRow({ outputs, refunds, ...deposit }: Deposit): DepositRow {
  return {
    ...deposit,
    outputs: outputs.map(storedOutput),
    refunds: refunds.map(storedRefund),
  };
}

export function changedColumns({
  outputs,
  refunds,
  ...change
}: DepositChange): Partial<DepositRow> {
  return {
    ...change,
    ...(outputs === undefined ? {} : { outputs: outputs.map(storedOutput) }),
    ...(refunds === undefined ? {} : { refunds: refunds.map(storedRefund) }),
  };
}

function useOf(use: StoredUse): OutputUse | null {
  if (use === null) return null;
  return use === 'route' ? { kind: use } : { kind: 'refund', id: use };
}

function storedOutput(one: SeenOutput): StoredOutput {
  return { ...one, use: one.use?.kind === 'refund' ? one.use.id : (one.use?.kind ?? null) };
}

function storedRefund({ isRest: _isRest, ...refund }: DepositRefund): StoredRefund {
  return refund;
}
