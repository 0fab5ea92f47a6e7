import type { Address } from '@interline/kernel';
import { holdingOf, type Line } from './books-account.ts';
import { type Entry, entryOf } from './entry.ts';
import type { BookedRoute } from './route-lines.ts';

/** A mined output at an address of ours that belongs to one route. */
export interface SeenDeposit {
  readonly tx: string;
  readonly output: number;
  readonly units: bigint;
  readonly block: number;
  readonly blockHash: string;
  /** The float account that the address belongs to. */
  readonly account: Address;
  readonly atMs: number;
}

/** The transaction id under which an output's entries are posted. */
export function depositId({ tx, output }: Pick<SeenDeposit, 'tx' | 'output'>): string {
  return `${tx}:${output}`;
}

/** A payer sent it to us: it is owed until it is delivered or refunded. */
export function depositEntry(
  { id, source, engine }: Pick<BookedRoute, 'id' | 'source' | 'engine'>,
  seen: SeenDeposit,
  posted: readonly Entry[],
): Entry | null {
  const { chain, token } = source;
  return entryOf({
    id: `${id}/deposit/${depositId(seen)}/${posted.length}`,
    kind: 'deposit',
    chain,
    block: seen.block,
    blockHash: seen.blockHash,
    txHash: seen.tx,
    transactionId: depositId(seen),
    owner: { kind: 'route', id },
    engine,
    lines: [
      { ...holdingOf('float', chain, token, seen.account), units: seen.units },
      { kind: 'owed-to-payers', chain, token, holder: '', units: -seen.units },
    ],
    atMs: seen.atMs,
  });
}

/** A refund's deduction for its own inclusion, which pays for the gas that is booked with it. */
export function refundFeeLines(
  { chain, token }: BookedRoute['source'],
  fee: bigint,
): readonly Line[] {
  const line = { chain, token, holder: '' } as const;
  return [
    { ...line, kind: 'owed-to-payers', units: fee },
    { ...line, kind: 'fees', units: -fee },
  ];
}
