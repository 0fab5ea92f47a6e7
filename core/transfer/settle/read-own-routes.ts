import { type Address, type ChainRef, type Hex, RelayError } from '@interline/kernel';
import type { Clock, WalletSignatures } from '@interline/ports';
import type { OwnRoute, OwnRoutePlace } from '../repository.ts';
import { pageOfPayer, type PayersReads } from './payers-routes.ts';
import { readWalletText, walletTextMs, writeWalletText } from './wallet-text.ts';

export interface OwnRoutesQuestion {
  /** As `askWallet` wrote it. */
  readonly text: string;
  readonly signature: Hex;
  /** Where the wallet is a contract; null for one with a key. */
  readonly chain: ChainRef | null;
  /** Where the page before ended; null for the first page. */
  readonly after: OwnRoutePlace | null;
  readonly limit: number;
}

interface Ports {
  readonly store: {
    readonly reads: { readonly transfers: PayersReads<OwnRoute> };
  };
  readonly wallets: Pick<WalletSignatures, 'isOfKey' | 'isOfCode'>;
  readonly clock: Pick<Clock, 'now'>;
  /** The chains that permits are signed for. */
  readonly chains: readonly ChainRef[];
  readonly service: string;
}

/** What the wallet signs, and until when that is good. */
export type AskWallet = (wallet: Address) => {
  readonly text: string;
  readonly expiresAtMs: number;
};

/**
 * The routes whose permit the wallet signed, newest first, for a caller that proves by a fresh signature that
 * the wallet is theirs: for a payer who lost the ids. A wallet that is a contract proves itself on one
 * chain and is shown the routes from there alone, since its address may be another's elsewhere. What is in
 * the archive is not listed. Throws `WALLET_TEXT_*` and `WALLET_SIGNATURE_INVALID`.
 */
export type ReadOwnRoutes = (
  question: OwnRoutesQuestion,
  signal: AbortSignal,
) => Promise<{
  readonly wallet: Address;
  readonly routes: readonly OwnRoute[];
  /** What to ask after for the next page; null at the last. */
  readonly next: OwnRoutePlace | null;
}>;

export function askWallet({ clock, service }: Pick<Ports, 'clock' | 'service'>): AskWallet {
  return (wallet) => {
    const issuedAtMs = clock.now();
    return {
      text: writeWalletText({ service, wallet, issuedAtMs }),
      expiresAtMs: issuedAtMs + walletTextMs.life,
    };
  };
}

export function readOwnRoutes({ store, wallets, clock, chains, service }: Ports): ReadOwnRoutes {
  return async ({ text, signature, chain, after, limit }, signal) => {
    const wallet = readWalletText(text, service, clock.now());
    const signed = { wallet, text, signature };
    const isOfKey = wallets.isOfKey(signed);
    const isOwn = isOfKey || (chain !== null && (await wallets.isOfCode(chain, signed, signal)));
    if (!isOwn) throw new RelayError('WALLET_SIGNATURE_INVALID');
    const { items, next } = await pageOfPayer(store.reads.transfers, {
      payer: wallet,
      chains: chain === null ? chains : [chain],
      after,
      limit,
    });
    const routes = items.map(({ id, status, stage, createdAtMs }) => ({
      id,
      status,
      stage,
      createdAtMs,
    }));
    return { wallet, routes, next };
  };
}
