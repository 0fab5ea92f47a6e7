import {
  type Amount,
  asUnits,
  type ChainRef,
  chainToWire,
  deadEndAt,
  inTokens,
  type Address,
  isBurnAddress,
  isNative,
  maxCost,
  noUnits,
  RelayError,
  type TokenRef,
  type Transaction,
  type Units,
} from '@interline/kernel';
import { assertMayCommit, chainScope } from '../../switches/index.ts';
import { floatBook, freeIn, withdrawFunds } from '../../transactions/index.ts';
import type { TransferPorts } from '../../transfer/index.ts';
import { operatorAction } from '../operator-action.ts';
import type { OperationView } from '../repository.ts';

export interface WithdrawalOrder {
  readonly chain: ChainRef;
  /** Symbol or address; `native` for the coin. */
  readonly token: string;
  /**
   * `all`: everything free; for coin, less twice the highest cost of its own transfer, and what its
   * account must keep.
   */
  readonly units: Amount | 'all';
  readonly to: Address;
  /** The recipient may be one of our own accounts. */
  readonly isToOwn: boolean;
}

type Ports = Omit<TransferPorts, 'store'> & {
  readonly store: TransferPorts['store'] & { readonly reads: OperationView };
};

/**
 * Sends free float to an address through the float account's own slot queue. Throws
 * `INSUFFICIENT_FLOAT` above the free amount, `BURN_ADDRESS_REFUSED` for an address where it would
 * be lost, `BAD_REQUEST` for one of our own, `PAUSED` while the chain or the service is paused, and
 * the errors of `withdrawFunds`.
 */
export function withdrawFloat(ports: Ports) {
  return operatorAction({
    name: 'float-withdraw',
    targetOf: ({ chain, token, to }: WithdrawalOrder) =>
      `float of ${token} on ${chainToWire(chain)} to ${to}`,
    async plan(input, signal) {
      const { chain, to } = input;
      const token = ports.tokens.resolve(chain, input.token, 'token');
      refuseRecipient(ports, input);
      await assertMayCommit(ports.store.reads, ['service', chainScope(chain)]);
      const book = floatBook(ports.custody, token);
      const free = await freeIn(ports.store.reads, book);
      // With nothing free there is no trial, because its error would be about the token.
      const trial = trialOf(input.units, token, free);
      const costs = trial === 0n ? noCosts : await costsOf(ports, token, to, trial, signal);
      const units = unitsOf(input, token, free, costs);
      const held = (await ports.store.reads.books.balance(book))?.units ?? free;
      return {
        withdrawal: { chain, role: 'float', token: token.address, to, units } as const,
        before: {
          free: free.toString(),
          reserved: (held - free).toString(),
        },
        after: {
          free: (free - units).toString(),
          units: units.toString(),
          amount: inTokens(units, token),
          token: token.symbol,
          to,
          mostGasCost: costs.gasCost.toString(),
        },
      };
    },
    perform: {
      in: 'steps',
      async run({ withdrawal, before, after }, _order, signal) {
        const sent = await withdrawFunds(ports, withdrawal, async () => undefined, signal);
        return { before, after: { ...after, ...(await committed(ports, sent)) }, result: null };
      },
    },
  });
}

/** Committed money leaves in any case, so the answer tells how to follow it. */
async function committed(
  { store }: Ports,
  [transaction]: readonly Transaction[],
): Promise<Readonly<Record<string, string | number | null>>> {
  if (transaction === undefined) return {};
  const signed = await store.reads.transactions
    .signedTransactionsOf([transaction.id])
    .catch(() => []);
  const { chain, role, id } = transaction;
  return {
    transaction: id,
    slot: signed.length === 0 ? null : transaction.slot,
    hash: signed.at(-1)?.hash ?? null,
    follow: `interline account show ${chainToWire(chain)} ${role}`,
    onceMined: `interline books export --chain ${chainToWire(chain)}`,
  };
}

function refuseRecipient(
  { custody, tokens }: Ports,
  { chain, to, isToOwn }: WithdrawalOrder,
): void {
  const deadEnd = isBurnAddress(chain, to)
    ? 'a burn or null address'
    : deadEndAt(chain, to, tokens.on(chain), custody.batchExecutor);
  if (deadEnd !== null)
    throw new RelayError(
      'BURN_ADDRESS_REFUSED',
      { field: 'to' },
      `to ${to} is ${deadEnd}; what is sent there is lost`,
    );
  const isOwn = [custody, ...custody.former].some((keys) =>
    (['spender', 'float'] as const).some((role) => keys.account(chain, role) === to),
  );
  if (isOwn && !isToOwn)
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'to' },
      `to ${to} is an account of this service; say toOwn: true (--to-own) where that is intended`,
    );
  if (to === custody.account(chain, 'float'))
    throw new RelayError('BAD_REQUEST', { field: 'to' }, `to ${to} is the float account itself`);
}

/** The trial's amount: as close to the requested one as the coin's own transaction cost allows. */
function trialOf(asked: WithdrawalOrder['units'], token: TokenRef, free: Units): Units {
  const most = isNative(token) ? free / 2n : free;
  return asUnits(asked === 'all' || asked > most ? most : asked);
}

interface WithdrawalCosts {
  /** Highest cost of its transaction, in units of coin. */
  readonly gasCost: Units;
  /** Coin that the account must keep. */
  readonly leastLeft: Units;
}

const noCosts: WithdrawalCosts = { gasCost: noUnits, leastLeft: noUnits };

/** Costs according to a trial of that amount. */
async function costsOf(
  { custody }: Pick<Ports, 'custody'>,
  { chain, address }: TokenRef,
  to: Address,
  units: Units,
  signal: AbortSignal,
): Promise<WithdrawalCosts> {
  const tried = await custody.prepare(
    { kind: 'payout', purpose: 'payout', chain, role: 'float', token: address, to, units },
    signal,
  );
  if (!tried.ok) throw new RelayError(tried.code, { chain }, tried.reason);
  return {
    gasCost: asUnits(tried.value.reduce((sum, { tx }) => sum + maxCost(tx) - BigInt(tx.value), 0n)),
    leastLeft: asUnits(tried.value.reduce((sum, { leastLeft = 0n }) => sum + leastLeft, 0n)),
  };
}

/** Throws `INSUFFICIENT_FLOAT` if that much is not free. */
function unitsOf(
  { units: asked, chain }: WithdrawalOrder,
  token: TokenRef,
  free: Units,
  { gasCost, leastLeft }: WithdrawalCosts,
): Units {
  // Fees may rise before the commit.
  const kept = isNative(token) ? 2n * gasCost + leastLeft : 0n;
  const most = free > kept ? free - kept : 0n;
  const units = asked === 'all' ? most : asked;
  if (units > 0n && units <= most) return asUnits(units);
  throw new RelayError(
    'INSUFFICIENT_FLOAT',
    { chain },
    `the float account on ${chain} has ${inTokens(free, token)} free${kept === 0n ? '' : `, of which ${inTokens(kept, token)} stay${leastLeft === 0n ? ' for gas' : ' on it'}`}; ${asked === 'all' ? 'all' : inTokens(asked, token)} was to leave`,
  );
}
