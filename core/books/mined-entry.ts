import {
  type AccountRole,
  type ChainRef,
  type Address,
  type ExpectedTransfer,
  nativeAddress,
  type TransactionPurpose,
} from '@interline/kernel';
import type { MinedReading } from '@interline/ports';
import { type BooksKind, holdingOf, type Line } from './books-account.ts';
import { balancedEntry, type Entry } from './entry.ts';

/** A transaction of ours that was seen in a block, and what its owner knows of it. */
export interface SeenMined {
  readonly transaction: {
    readonly id: string;
    readonly purpose: TransactionPurpose;
    readonly chain: ChainRef;
    readonly role: AccountRole;
    readonly account: Address;
    readonly expects: ExpectedTransfer | null;
  };
  readonly mined: MinedReading;
  /**
   * In a multicall: its carrier pays the gas, and the receipt shows what all in it moved, so only
   * what this one had to move counts.
   */
  readonly isCarried: boolean;
  readonly owner: Entry['owner'];
  readonly engine: string | null;
  /** How often the transaction's entries were reversed before. */
  readonly round: number;
  readonly atMs: number;
  /** What becomes of what it moved; by its purpose where left out. */
  readonly against?: BooksKind;
  /** Other accounts of ours that it may have moved something to. */
  readonly ours?: ReadonlyMap<Address, AccountRole>;
  /** What a rail's call was made to hand over. */
  readonly handsOver?: HandedOver;
  /** Lines of the route that are true from this moment on. */
  readonly closing?: readonly Line[];
}

export interface HandedOver {
  readonly token: string;
  readonly units: bigint;
  /** Coin that the call pays beside it. */
  readonly value: bigint;
}

/**
 * The entry of a mined transaction: what it moved on our accounts according to its logs, its gas,
 * and what that money is now. Null if it moved and cost us nothing.
 */
export function minedEntry(seen: SeenMined): Entry | null {
  const { transaction, mined, owner, engine, round, atMs } = seen;
  const moved = mined.isSuccess ? movedLines(seen) : [];
  return balancedEntry({
    id: `${transaction.id}/${transaction.purpose}/${mined.blockHash}/${round}`,
    kind: transaction.purpose,
    chain: transaction.chain,
    block: mined.block,
    blockHash: mined.blockHash,
    txHash: mined.hash,
    logIndex: onlyLog(seen),
    transactionId: transaction.id,
    owner,
    engine,
    reverses: null,
    lines: [...moved, ...gasLines(seen), ...(seen.closing ?? [])],
    atMs,
  });
}

function gasLines({ transaction, mined, isCarried }: SeenMined): readonly Line[] {
  const { chain, role, account } = transaction;
  const units = isCarried ? 0n : mined.gasCost;
  return [
    { kind: 'gas', chain, token: nativeAddress, holder: '', units },
    { ...holdingOf(role, chain, nativeAddress, account), units: -units },
  ];
}

/** Each movement on an account of ours, with its contra account. */
function movedLines(seen: SeenMined): readonly Line[] {
  return flowsOf(seen).flatMap((flow) => {
    const { chain, token, units } = flow;
    return [flow, { ...standsAgainst(seen, flow), chain, token, units: -units }];
  });
}

function standsAgainst(
  { transaction: { purpose, account, expects }, against, engine, handsOver }: SeenMined,
  { token, units }: Line,
): Pick<Line, 'kind' | 'holder'> {
  // Money that moved without a movement that requested it.
  const strange = { kind: units < 0n ? 'losses' : 'unclaimed', holder: '' } as const;
  switch (purpose) {
    case 'pull':
    case 'refund':
      return token === expects?.token ? { kind: against ?? 'owed-to-payers', holder: '' } : strange;
    case 'payout':
      // A surplus is booked on the account that it was found on.
      return token === expects?.token
        ? { kind: against ?? 'conversion', holder: against === 'unclaimed' ? account : '' }
        : strange;
    case 'call':
      return token === nativeAddress && handsOver?.token !== nativeAddress
        ? { kind: 'rail-costs', holder: '' }
        : { kind: 'owed-by-engines', holder: engine ?? '' };
    case 'allowance':
    case 'approve':
    case 'noop':
    case 'batch':
    case 'deploy':
    case 'delegate':
    case 'sponsor':
    case 'settle':
    case 'trust':
      return strange;
  }
}

/** What came in (positive) and went out on our accounts. */
function flowsOf(seen: SeenMined): readonly Line[] {
  const { transaction, isCarried, handsOver } = seen;
  const { chain, role, account } = transaction;
  // Each part of a multicall has its own entry.
  if (transaction.purpose === 'batch') return [];
  // A call's coin leaves no log, and a receipt with other logs does not show it.
  const value = transaction.purpose === 'call' ? (handsOver?.value ?? 0n) : 0n;
  const coin = { ...holdingOf(role, chain, nativeAddress, account), units: -value };
  return [...(isCarried ? carriedFlows(seen) : loggedFlows(seen)), coin].filter(
    ({ units }) => units !== 0n,
  );
}

/** From the logs of a standalone transaction. */
function loggedFlows(seen: SeenMined): readonly Line[] {
  const { transaction, mined } = seen;
  const { chain, purpose } = transaction;
  const roles = rolesIn(seen);
  return mined.transfers.flatMap(({ token, from, to, units }): readonly Line[] => {
    if (token === nativeAddress && purpose === 'call') return [];
    const sides = [
      [from, -units],
      [to, units],
    ] as const;
    return sides.flatMap(([holder, signed]) => {
      const role = roles.get(holder);
      return role === undefined
        ? []
        : [{ ...holdingOf(role, chain, token, holder), units: signed }];
    });
  });
}

/** What this part of a multicall had to move, as far as the receipt shows that much. */
function carriedFlows(seen: SeenMined): readonly Line[] {
  const { transaction, mined, handsOver } = seen;
  const { chain, role, account, expects, purpose } = transaction;
  if (expects === null)
    return purpose === 'call' && handsOver !== undefined
      ? [{ ...holdingOf(role, chain, handsOver.token, account), units: -handsOver.units }]
      : [];
  const shown = mined.transfers
    .filter(
      (one) => one.token === expects.token && one.from === expects.from && one.to === expects.to,
    )
    .reduce((sum, one) => sum + one.units, 0n);
  const units = shown < expects.units ? shown : expects.units;
  return [...rolesIn(seen)].flatMap(([holder, its]) => [
    ...(holder === expects.from
      ? [{ ...holdingOf(its, chain, expects.token, holder), units: -units }]
      : []),
    ...(holder === expects.to ? [{ ...holdingOf(its, chain, expects.token, holder), units }] : []),
  ]);
}

/** Our accounts in it: its own, and the receiving one of a pull. */
function rolesIn({
  transaction: { account, role, purpose, expects },
  ours = new Map(),
}: SeenMined): ReadonlyMap<Address, AccountRole> {
  const roles = new Map([...ours, [account, role]]);
  if (purpose === 'pull' && expects !== null && expects.to !== account)
    roles.set(expects.to, role === 'float' ? 'spender' : 'float');
  return roles;
}

function onlyLog({ transaction: { expects }, mined }: SeenMined): number | null {
  const logs = mined.transfers.filter(
    (one) => one.token === expects?.token && one.from === expects.from && one.to === expects.to,
  );
  const [only, ...more] = logs;
  return only === undefined || more.length > 0 ? null : only.logIndex;
}
