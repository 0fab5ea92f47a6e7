import {
  type AccountRole,
  callOf,
  type ChainRef,
  type Address,
  freeUnits,
  inTokens,
  isNative,
  nativeAddress,
  type TokenList,
  type Units,
} from '@interline/kernel';
import type { ChainReader, Clock, CustodyPort } from '@interline/ports';
import type { TransactionReads } from '../transactions/index.ts';
import { refundRole, type Route, stages, type TransferReads } from '../transfer/index.ts';

/** An account of ours whose coin cannot pay for one usual transaction. */
export interface AccountWithoutCoin {
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly account: Address;
  /** The address where its coin is funded. */
  readonly fundedAt: Address;
  /** From the last reading of its chain, less reservations for pending transactions. */
  readonly free: Units;
  /** The highest cost of one usual transaction now; null if the chain does not report it. */
  readonly needed: bigint | null;
  /** Routes whose next transaction it must send, the longest unmoved first. */
  readonly waiting: readonly Route[];
}

type Keys = Pick<CustodyPort, 'account' | 'chains' | 'fundingAddress' | 'roles' | 'usualGas'>;

export interface CoinPorts {
  readonly store: {
    readonly reads: {
      readonly transactions: Pick<TransactionReads, 'holding' | 'openTransactions'>;
      readonly transfers: Pick<TransferReads, 'routesInStages'>;
    };
  };
  readonly custody: Keys & { readonly former: readonly Keys[] };
  readonly chains: Pick<ChainReader, 'gasCost'>;
  readonly clock: Pick<Clock, 'alarm'>;
}

/** A slower chain counts as silent; its account is then known without this figure. */
const answersWithinMs = 2_000;

/**
 * Accounts that cannot pay for gas. An account of former keys is listed only if a route waits for
 * it. So is one whose coin is all reserved for pending transactions, because that may become free
 * by itself.
 */
export async function accountsWithoutCoin(
  ports: CoinPorts,
  signal: AbortSignal,
): Promise<readonly AccountWithoutCoin[]> {
  const { custody } = ports;
  const found = await Promise.all(
    [custody, ...custody.former].flatMap((keys) =>
      keys.chains.flatMap((chain) =>
        keys.roles(chain).map(async (role) => {
          const coin = await coinOf(
            ports,
            {
              chain,
              role,
              account: keys.account(chain, role),
              fundedAt: role === 'float' ? keys.fundingAddress(chain) : keys.account(chain, role),
            },
            signal,
          );
          return coin === null ? [] : [{ ...coin, isFormer: keys !== custody }];
        }),
      ),
    ),
  );
  const low = found.flat();
  if (low.length === 0) return [];
  const waiting = await waitingRoutes(ports);
  return low.flatMap(({ isFormer, isEmpty, ...one }) => {
    const routes = waiting.filter(
      (next) => next.chain === one.chain && next.account === one.account,
    );
    if (routes.length === 0 && (isFormer || !isEmpty)) return [];
    return [{ ...one, waiting: routes.map(({ route }) => route) }];
  });
}

/** For an operator: `2 routes wait there; send coin to 0x...: ...`. */
export function coinAdvice(
  { chain, fundedAt, free, needed, waiting }: AccountWithoutCoin,
  tokens: Pick<TokenList, 'on'>,
): string {
  const coin = tokens.on(chain).find(isNative) ?? { symbol: 'coin', decimals: 18 };
  const count = BigInt(waiting.length);
  const each =
    needed === null
      ? ''
      : `, one transaction takes up to ${inTokens(needed, coin)}${count > 1n ? `, ${count} take ${inTokens(count * needed, coin)}` : ''}`;
  return `${waitText(waiting.length)}; send coin to ${fundedAt}: ${inTokens(free, coin)} is free${each}`;
}

function waitText(count: number): string {
  if (count === 0) return 'no route waits there';
  return count === 1 ? '1 route waits there' : `${count} routes wait there`;
}

interface Coin extends Omit<AccountWithoutCoin, 'waiting'> {
  /** The reserved coin would not be enough either. */
  readonly isEmpty: boolean;
}

/** Null if it has enough, or was not read yet. */
async function coinOf(
  ports: CoinPorts,
  { chain, role, account, fundedAt }: Pick<Coin, 'chain' | 'role' | 'account' | 'fundedAt'>,
  signal: AbortSignal,
): Promise<Coin | null> {
  const book = { chain, account, token: nativeAddress };
  const holding = await ports.store.reads.transactions.holding(book);
  if (holding === null) return null;
  const free = freeUnits(holding.reading, holding.taken);
  const needed = await cost(ports, chain, ports.custody.usualGas(chain, role), signal);
  const enough = needed ?? 1n;
  if (free >= enough) return null;
  return { chain, role, account, fundedAt, free, needed, isEmpty: holding.reading.units < enough };
}

async function cost(
  { chains, clock }: CoinPorts,
  chain: ChainRef,
  gas: bigint,
  signal: AbortSignal,
): Promise<bigint | null> {
  const alarm = clock.alarm(answersWithinMs);
  try {
    return await Promise.race([
      chains.gasCost(chain, gas, signal).catch(() => null),
      alarm.rang.then(() => null),
    ]);
  } finally {
    alarm.cancel();
  }
}

/** Stages in which the relayer may have to send a transaction. */
const sendingStages = [stages.receiving, stages.sending, stages.refunding, stages.refundHeld];
const readAtMost = 500;

interface Waiting {
  readonly route: Route;
  readonly chain: ChainRef;
  readonly account: Address;
}

/** Routes that must send something and have nothing pending, with the account for it. */
async function waitingRoutes({
  store: { reads },
  custody,
}: CoinPorts): Promise<readonly Waiting[]> {
  const open = await reads.transactions.openTransactions();
  const routes = await reads.transfers.routesInStages(sendingStages, readAtMost);
  return routes.flatMap((route) => {
    const next = nextSenderOf(route);
    const keys = [custody, ...custody.former].find(
      (one) =>
        route.spender === null || one.account(route.order.lane.from, 'spender') === route.spender,
    );
    if (next === null || keys === undefined || route.isSimulated) return [];
    const { chain } = next;
    const account = keys.account(chain, next.role);
    const isUnderWay = open.some(
      (one) => one.owner.id === route.id && one.chain === chain && one.account === account,
    );
    return isUnderWay ? [] : [{ route, chain, account }];
  });
}

/** Null if it sends nothing now. */
function nextSenderOf(
  route: Route,
): { readonly chain: ChainRef; readonly role: AccountRole } | null {
  const { phase, order, plan, cursor } = route;
  switch (phase) {
    case 'pulling':
      return { chain: order.from.chain, role: 'spender' };
    case 'refunding':
      return { chain: order.from.chain, role: refundRole(route) };
    case 'funding':
    case 'ended':
      return null;
    case 'running': {
      const step = plan.steps[cursor];
      if (step?.kind === 'payout') return { chain: step.token.chain, role: 'float' };
      const call = callOf(step);
      return call === null ? null : { chain: call.chain, role: 'spender' };
    }
  }
}
