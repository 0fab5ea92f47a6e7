import { type ChainRef, type EvmAddress, evmChain, type Hex, RelayError } from '@interline/kernel';
import type { Clock, NftHoldings, WalletSignatures } from '@interline/ports';
import { linkTypedData, type VaultLink } from './member-token.ts';
import type { Holder } from './read-members.ts';
import type { MembershipStore } from './repository.ts';

interface Ports {
  readonly store: MembershipStore;
  readonly wallets: Pick<WalletSignatures, 'isOfKey' | 'isOfCode'>;
  readonly holdings: Pick<NftHoldings, 'chains'>;
  readonly clock: Pick<Clock, 'now'>;
}

export interface SignedLink {
  readonly vault: EvmAddress;
  readonly hot: EvmAddress;
  /** Null where the hot wallet signed in with a key. */
  readonly hotOnlyOn: ChainRef | null;
  /** The chain of the signed domain; a vault that is a contract is on that chain. */
  readonly chainId: number;
  readonly expiresAtMs: number;
  readonly nonce: Hex;
  readonly signature: Hex;
}

/**
 * Makes the wallet count as a member by what the vault holds, as the vault signed. It moves nothing, and lets
 * no one move anything. Throws `LINK_INVALID`, `CHAIN_UNREACHABLE` where the code of a vault cannot be asked,
 * and `STORE_DOWN`.
 */
export type LinkVault = (link: SignedLink, signal: AbortSignal) => Promise<VaultLink>;

/**
 * Ends the link between the two, at the request of either. Throws `UNKNOWN_RECORD` and `STORE_DOWN`.
 */
export type EndLink = (between: {
  readonly by: Holder;
  readonly other: EvmAddress;
}) => Promise<void>;

const longestMs = 366 * 86_400_000;
/** Each is read with every price for the wallet. */
const vaultsAtMost = 4;
/** Of one vault or of several: each is read with every price for the wallet. */
const linksAtMost = 32;

export function linkVault({ store, wallets, holdings, clock }: Ports): LinkVault {
  return async (signed, signal) => {
    const { vault, hot, hotOnlyOn, chainId, nonce, expiresAtMs, signature } = signed;
    const createdAtMs = clock.now();
    if (hotOnlyOn !== null)
      throw invalid(
        "the wallet that signed in is a contract, and its address may be another's on other chains",
      );
    if (vault === hot) throw invalid('vault and hot are the same wallet, which needs no link');
    if (expiresAtMs <= createdAtMs) throw invalid('expires is in the past');
    if (expiresAtMs - createdAtMs > longestMs) throw invalid('expires is more than a year away');
    const proof = { wallet: vault, typedData: linkTypedData(chainId, signed), signature };
    const isOfKey = wallets.isOfKey(proof);
    const chain = evmChain(chainId);
    if (!isOfKey && !holdings.chains.includes(chain))
      throw invalid(
        "it is not signed by the vault's key, and chainId is not a chain that is read here",
      );
    if (!isOfKey && !(await wallets.isOfCode(chain, proof, signal)))
      throw invalid('the vault did not sign it');
    const onlyOn = isOfKey ? null : chain;
    const link = { vault, hot, onlyOn, nonce, expiresAtMs, createdAtMs, isEnded: false };
    await store.run('link-vault', async ({ membership }) => {
      const others = (await membership.linksTo(hot, createdAtMs)).map((one) => one.vault);
      if (!others.includes(vault) && new Set(others).size >= vaultsAtMost)
        throw invalid(
          `${vaultsAtMost} vaults speak for the wallet already; end one of those links`,
        );
      if (others.length >= linksAtMost)
        throw invalid(`${linksAtMost} links speak for the wallet already; end those of a vault`);
      if (!(await membership.insertLink(link))) throw invalid('its nonce was used before');
    });
    return link;
  };
}

export function endLink({ store, clock }: Pick<Ports, 'store' | 'clock'>): EndLink {
  return async ({ by, other }) => {
    const nowMs = clock.now();
    const ended = await store.run(
      'end-link',
      async ({ membership }) =>
        (await membership.endLinks({ vault: by.address, hot: other, onlyOn: by.onlyOn }, nowMs)) +
        (by.onlyOn === null
          ? await membership.endLinks({ vault: other, hot: by.address, onlyOn: null }, nowMs)
          : 0),
    );
    if (ended === 0) throw new RelayError('UNKNOWN_RECORD', {}, 'nothing links the two wallets');
  };
}

function invalid(why: string): RelayError {
  return new RelayError('LINK_INVALID', {}, `the link is refused: ${why}`);
}
