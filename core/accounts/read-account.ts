import type { ChainRef } from '@interline/kernel';
import type {
  HeldRefund,
  OwnFilter,
  OwnRoutePlace,
  PayersQuestion,
  ReadPayersRoutes,
  Receipt,
  Route,
  TransferReads,
} from '../transfer/index.ts';
import type { AccountEvent } from './account-event.ts';
import type { AccountReads } from './repository.ts';
import { type Account, accountId } from './session.ts';

interface Ports {
  readonly store: {
    readonly reads: {
      readonly accounts: Pick<AccountReads, 'account' | 'events'>;
      readonly transfers: Pick<TransferReads, 'countOfPayer'>;
    };
  };
  readonly readPayersRoutes: ReadPayersRoutes;
  /** The chains that permits are signed for. */
  readonly chains: readonly ChainRef[];
}

export interface AccountSheet {
  /** When it first signed in; its events begin there. */
  readonly sinceMs: number;
  readonly open: number;
  readonly done: number;
  readonly failed: number;
  /** Held refunds, which the wallet is owed. The newest hundred. */
  readonly owed: readonly OwnRefund[];
}

/** A refund of a route, sent or held. */
export interface OwnRefund {
  readonly route: Route;
  readonly units: bigint;
  readonly refundTx: string | null;
  /** Null once it was sent. */
  readonly held: HeldRefund['reason'] | null;
}

export interface OwnPage<Item> {
  readonly items: readonly Item[];
  readonly next: OwnRoutePlace | null;
}

interface PageAsked {
  readonly after: OwnRoutePlace | null;
  readonly limit: number;
}

const mostOwed = 100;

export type ReadAccount = (account: Account) => Promise<AccountSheet>;

/** How many routes the account has, and what it is owed. The archive is not counted. */
export function readAccount(ports: Ports): ReadAccount {
  const { reads } = ports.store;
  return async (account) => {
    const payer = payerOf(ports, account);
    const [known, counts, owed] = await Promise.all([
      reads.accounts.account(accountId(account)),
      reads.transfers.countOfPayer(payer),
      ports.readPayersRoutes({ ...payer, after: null, limit: mostOwed, only: { isHeld: true } }),
    ]);
    const countOf = (...statuses: readonly Route['status'][]): number =>
      statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
    return {
      sinceMs: known?.sinceMs ?? 0,
      open: countOf('BRIDGING', 'FUNDS_REQUIRED', 'AWAITING_DEPOSIT'),
      done: countOf('DONE'),
      failed: countOf('FAILED'),
      owed: owed.items.flatMap(refundIn),
    };
  };
}

export type ReadOwnReceipts = (
  account: Account,
  asked: PageAsked & { readonly only: OwnFilter },
) => Promise<OwnPage<Receipt>>;

export function readOwnReceipts(ports: Ports): ReadOwnReceipts {
  return (account, asked) => ports.readPayersRoutes({ ...payerOf(ports, account), ...asked });
}

export type ReadOwnRefunds = (account: Account, asked: PageAsked) => Promise<OwnPage<OwnRefund>>;

export function readOwnRefunds(ports: Ports): ReadOwnRefunds {
  return async (account, asked) => {
    const question = { ...payerOf(ports, account), ...asked, only: { isRefund: true } as const };
    const { items, next } = await ports.readPayersRoutes(question);
    return { items: items.flatMap(refundIn), next };
  };
}

/** The account's events after that number, the oldest first. */
export type ReadEvents = (
  account: Account,
  after: number,
  limit: number,
) => Promise<readonly AccountEvent[]>;

export function readEvents({ store }: Ports): ReadEvents {
  return (account, after, limit) => store.reads.accounts.events(accountId(account), after, limit);
}

function payerOf(
  { chains }: Pick<Ports, 'chains'>,
  { address, onlyOn }: Account,
): Pick<PayersQuestion, 'payer' | 'chains'> {
  return { payer: address, chains: onlyOn === null ? chains : [onlyOn] };
}

function refundIn(receipt: Receipt): readonly OwnRefund[] {
  const { route } = receipt;
  if (receipt.status === 'BRIDGING' && receipt.held !== null)
    return [{ route, units: receipt.held.owed, refundTx: null, held: receipt.held.reason }];
  if (receipt.status !== 'FAILED' || receipt.refunded === 0n) return [];
  return [{ route, units: receipt.refunded, refundTx: receipt.refundTx, held: null }];
}
