import {
  neverMined,
  asUnits,
  carrierOf,
  type Movement,
  movementOf,
  type Owner,
  relayerOwner,
  routeOwner,
  type SignedTransaction,
  type Transaction,
} from '@interline/kernel';
import type { AccountTransaction, OnChainCall } from '@interline/ports';
import { postRecoveredGas } from '../../books/index.ts';
import {
  gasReservation,
  gasReservationId,
  type MovedSeen,
  reopenDisplaced,
  type UnmatchedTransaction,
} from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import { type Match, matchCall, type Matching, type OpenRoute } from './match-call.ts';

/** What was read in one slot, and how the store recorded it. */
export interface FoundTransaction {
  readonly slot: number;
  readonly hash: string;
  readonly block: number;
  readonly isSuccess: boolean;
  /**
   * - known: a form of a stored transaction
   * - matched: made for a stored route
   * - unmatched: for an operator
   * - nothing: it moved no money
   */
  readonly outcome: 'known' | 'matched' | 'unmatched' | 'nothing';
  readonly matched: readonly Transaction[];
  readonly unmatched: readonly UnmatchedTransaction[];
}

export interface Recording extends Omit<Matching, 'transfers'> {
  readonly ports: Pick<TransferPorts, 'custody' | 'clock' | 'entropy'>;
  /** The stored transactions in those slots: open ones, and unexplained displaced ones. */
  readonly inSlots: readonly Transaction[];
}

/**
 * Must run in the account's unit. Stores one on-chain transaction as what it is, so that live
 * settlement completes it. Null if another account must be read first.
 */
export async function recordTransaction(
  recording: Recording,
  found: AccountTransaction,
): Promise<FoundTransaction | null> {
  const { slot, hash, block, isSuccess } = found;
  const seen = { slot, hash, block, isSuccess, matched: [], unmatched: [] } as const;
  if (await isFormOfOurs(recording, found)) return { ...seen, outcome: 'known' };
  const matches: (Match | null)[] = [];
  let routes = recording.routes;
  for (const call of found.calls) {
    const matched = await matchCall({ ...recording, routes, transfers: found.transfers }, call);
    if (matched.kind === 'waits') return null;
    const match = matched.kind === 'match' && found.form !== null ? matched : null;
    matches.push(match);
    // A later call of the same transaction is not assigned to the same route again.
    if (match !== null) routes = routes.filter(({ route }) => route.id !== match.open.route.id);
  }
  await giveUpSlot(recording, slot);
  const own = matches.filter((one) => one !== null);
  const rows = own.length > 0 ? await insertMatches(recording, found, matches) : [];
  const unmatched = found.calls.flatMap((call, index) =>
    matches[index] === null ? unmatchedOf(recording, found, call, index) : [],
  );
  for (const one of unmatched) await recording.tx.transactions.putUnmatched(one);
  // Live settlement posts the gas of what is stored as a transaction.
  if (rows.length === 0) await postGas(recording, found);
  const outcome = unmatched.length > 0 ? 'unmatched' : own.length > 0 ? 'matched' : 'nothing';
  return { ...seen, outcome, matched: rows, unmatched };
}

async function postGas(
  { ports, tx, at }: Recording,
  { hash, block, blockHash, gasCost }: AccountTransaction,
): Promise<void> {
  const recovered = { ...at, hash, block, blockHash, gasCost };
  await postRecoveredGas(tx.books, recovered, ports.clock.now());
}

/**
 * A fee bump of a stored transaction in this slot. A no-op that the store does not know may also be
 * a third party's; in both cases it displaces the stored one and has paid nothing.
 */
async function isFormOfOurs(
  { ports, tx, at: { chain, account }, inSlots }: Recording,
  { slot, hash, form }: AccountTransaction,
): Promise<boolean> {
  const known = await tx.transactions.signedTransaction(hash);
  const owns = inSlots.filter((one) => one.slot === slot && carrierOf(one) === one.id);
  for (const own of owns) {
    const forms = await tx.transactions.signedTransactionsOf([own.id]);
    const alike =
      form === null
        ? undefined
        : forms.find((one) => ports.custody.doesSame(chain, one.tx, form.tx));
    const movements = alike?.movements ?? null;
    if (known?.transactionId !== own.id && (form === null || movements === null)) continue;
    const last = forms.at(-1);
    const signed: SignedTransaction =
      known ??
      formOf({ chain, account, slot, hash, form }, own.id, movements ?? [], {
        atMs: Math.max(ports.clock.now(), (last?.committedAtMs ?? 0) + 1),
      });
    if (known === null) await tx.transactions.insertSignedTransaction(signed);
    for (const one of inSlots.filter(
      (other) => other.state === 'displaced' && other.slot === slot && carrierOf(other) === own.id,
    ))
      await reopenDisplaced(tx, one, signed);
    return true;
  }
  return known !== null;
}

interface FormParts extends Pick<AccountTransaction, 'slot' | 'hash' | 'form'> {
  readonly chain: Transaction['chain'];
  readonly account: Transaction['account'];
}

function formOf(
  { chain, account, slot, hash, form }: FormParts,
  transactionId: string,
  movements: readonly Movement[],
  { atMs }: { readonly atMs: number },
): SignedTransaction {
  if (form === null) throw new Error(`the bytes of ${hash} are not known`);
  const { raw, tx } = form;
  return {
    hash,
    transactionId,
    movements,
    chain,
    account,
    slot: slot,
    raw,
    tx,
    committedAtMs: atMs,
  };
}

/** The stored transaction can never be mined, because another one has consumed the slot. */
async function giveUpSlot({ tx, inSlots }: Recording, slot: number): Promise<void> {
  for (const one of inSlots.filter((one) => one.slot === slot)) {
    await tx.transactions.moveTransaction(one.id, one.state, { state: 'displaced', isFinal: true });
    if (one.state === 'open') await tx.transactions.releaseReservation(gasReservationId(one.id));
  }
}

/**
 * Stores it as open with its mined bytes. Live settlement then sees it mined, and handles a reorg
 * as for any other.
 */
async function insertMatches(
  recording: Recording,
  found: AccountTransaction,
  matches: readonly (Match | null)[],
): Promise<readonly Transaction[]> {
  const { ports, tx } = recording;
  const newId = (): string => `ef_${ports.entropy.hex(12)}`;
  const isMulticall = found.groups > 0;
  const carrier = isMulticall ? newId() : null;
  const rows = found.calls.flatMap((call, index): readonly Transaction[] => {
    const match = matches[index];
    if (match == null) return [];
    const { open, step, purpose, expects } = match;
    const common = {
      ...rowOf(recording, found, routeOwner(open.route.id), dateAfter(ports, open)),
      id: newId(),
      step,
      purpose,
      expects,
    };
    return [
      carrier === null
        ? common
        : { ...common, multicall: placeOf(found, call, index, { by: carrier, id: common.id }) },
    ];
  });
  const [first] = rows;
  if (first === undefined) return [];
  const lead: Transaction =
    carrier === null
      ? first
      : {
          ...rowOf(recording, found, relayerOwner, ports.clock.now()),
          id: carrier,
          step: 0,
          purpose: 'batch',
          expects: null,
        };
  await tx.transactions.insertTransaction(lead);
  for (const row of rows) if (row !== lead) await tx.transactions.insertTransaction(row);
  const movements = rows.map(movementOf).filter((one) => one !== null);
  const { chain, account } = recording.at;
  const signed = formOf({ ...found, chain, account }, lead.id, movements, {
    atMs: lead.createdAtMs,
  });
  await tx.transactions.insertSignedTransaction(signed);
  await tx.transactions.insertReservation(gasReservation(lead.owner, lead.id, signed));
  for (const match of matches) if (match !== null) await changeRoute(recording, match);
  return rows;
}

function rowOf(
  { at: { chain, role, account } }: Recording,
  { slot }: AccountTransaction,
  owner: Owner,
  createdAtMs: number,
): Omit<Transaction, 'id' | 'step' | 'purpose' | 'expects'> {
  return {
    owner,
    chain,
    role,
    account,
    slot: slot,
    ...neverMined,
    createdAtMs,
    multicall: null,
  };
}

/**
 * Later than everything the route has, because the order of attempts decides what is done again.
 */
function dateAfter({ clock }: Recording['ports'], { transactions }: OpenRoute): number {
  return Math.max(clock.now(), ...transactions.map(({ createdAtMs }) => createdAtMs + 1));
}

function placeOf(
  { groups, form }: AccountTransaction,
  { to, data, value, group }: OnChainCall,
  position: number,
  { by, id }: { readonly by: string; readonly id: string },
): Transaction['multicall'] {
  if (form === null || to === null) return null;
  const call = { ...form.tx, to, data, value };
  return { bundle: id, position, call, carried: { by, group, of: groups } };
}

async function changeRoute(
  { ports, tx }: Recording,
  { open: { route }, change }: Match,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  const now = await tx.transfers.route(route.id);
  if (now === null) return;
  if (now.phase === 'funding') await tx.transfers.removeFunding(now.id);
  // A quarantined route stays quarantined until all of its accounts were read.
  await tx.transfers.moveRoute(now, { ...change, stage: now.stage }, ports.clock.now());
}

/** Empty if it moved nothing. */
function unmatchedOf(
  { ports, at: { chain, account } }: Recording,
  found: AccountTransaction,
  { does, isSuccess }: OnChainCall,
  index: number,
): readonly UnmatchedTransaction[] {
  if (!isSuccess || does.kind === 'housekeeping') return [];
  const ours = [ports.custody.account(chain, 'spender'), ports.custody.account(chain, 'float')];
  if (does.kind === 'collection' || does.kind === 'authorization')
    return [unmatchedInvoiceCall(ports, { chain, account }, found, does, index)];
  const moved = found.transfers.flatMap((one): readonly MovedSeen[] => {
    const { token, from, to } = one;
    if (one.units <= 0n || !isMovedBy(does, found, { from, to, token }, account, ours)) return [];
    return [{ token, from, to, units: asUnits(one.units) }];
  });
  if (moved.length === 0 && does.kind !== 'other' && does.kind !== 'approve') return [];
  const { slot, hash, block, timestampSec } = found;
  return [
    {
      id: `${chain}/${hash}/${index}`,
      kind: does.kind === 'pull' || does.kind === 'payment' ? does.kind : 'call',
      chain,
      account,
      slot,
      hash,
      block,
      atMs: timestampSec * 1_000,
      moved,
      spent: found.form?.tx.inputs?.map(({ outpoint }) => outpoint) ?? null,
      permit: does.kind === 'pull' ? { owner: does.owner, nonce: does.nonce.toString() } : null,
      sinceMs: ports.clock.now(),
      closed: null,
    },
  ];
}

/**
 * The calldata says everything: the address, or the token, moves exactly this amount or nothing.
 */
function unmatchedInvoiceCall(
  { clock }: Recording['ports'],
  at: Pick<UnmatchedTransaction, 'chain' | 'account'>,
  { slot, hash, block, timestampSec }: AccountTransaction,
  does: Extract<OnChainCall['does'], { kind: 'collection' | 'authorization' }>,
  index: number,
): UnmatchedTransaction {
  const { kind, token, from, to, units } = does;
  return {
    ...at,
    id: `${at.chain}/${hash}/${index}`,
    kind,
    slot,
    hash,
    block,
    atMs: timestampSec * 1_000,
    moved: [{ token, from, to, units: asUnits(units) }],
    spent: null,
    permit: null,
    sinceMs: clock.now(),
    closed: null,
  };
}

function isMovedBy(
  does: OnChainCall['does'],
  { calls }: AccountTransaction,
  { token, from, to }: Pick<MovedSeen, 'token' | 'from' | 'to'>,
  account: string,
  ours: readonly string[],
): boolean {
  switch (does.kind) {
    case 'pull':
      return from === does.owner && ours.includes(to);
    case 'payment':
      return token === does.token && from === account && to === does.to;
    case 'other':
      // What neighbouring calls in a multicall pulled or paid belongs to them.
      return (
        (from === account || to === account) &&
        !calls.some(
          (one) =>
            (one.does.kind === 'payment' && one.does.token === token && one.does.to === to) ||
            (one.does.kind === 'pull' && one.does.owner === from),
        )
      );
    case 'collection':
    case 'authorization':
    case 'approve':
    case 'housekeeping':
      return false;
  }
}
