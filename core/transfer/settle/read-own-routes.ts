import { type Address, type ChainRef, type Hex, RelayError } from '@interline/kernel';
import type { Clock, WalletSignatures } from '@interline/ports';
import type { OwnRoute, OwnRoutePlace } from '../repository.ts';
import { pageOfPayer, type PayersReads } from './payers-routes.ts';
import { readWalletText, walletTextMs, writeWalletText } from './wallet-text.ts';

export interface OwnRoutesQuestion {
  /** As `askWallet` wrote it. */
  readonly text: string;
  readonly signature: Hex;
  /** The chain of a contract wallet; null for a wallet with a key. */
  readonly chain: ChainRef | null;
  /** The last item of the previous page; null for the first page. */
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

/** The text for the wallet to sign, and its expiry. */
export type AskWallet = (wallet: Address) => {
  readonly text: string;
  readonly expiresAtMs: number;
};

/**
 * The routes whose permit the wallet signed, newest first, for a payer who lost the ids. The caller
 * proves ownership of the wallet with a fresh signature. A contract wallet proves itself on one
 * chain and sees only routes from that chain, since its address may belong to another owner
 * elsewhere. Archived routes are not listed. Throws `WALLET_TEXT_*` and `WALLET_SIGNATURE_INVALID`.
 */
export type ReadOwnRoutes = (
  question: OwnRoutesQuestion,
  signal: AbortSignal,
) => Promise<{
  readonly wallet: Address;
  readonly routes: readonly OwnRoute[];
  /** The position to ask for the next page with; null at the last. */
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
