import { type BitcoinEndpoint, bitcoinRpc } from './bitcoin-rpc.ts';

/** The wallet of mature coins that every node of a devnet starts with. */
export const walletName = 'faucet';

const feeRateSatsPerVbyte = 2;

/** The `bitcoin-cli` actions for a devnet's node, from its wallet of mature coins. */
export type FaucetWallet = {
  freshAddress: () => Promise<string>;
  /** Pays and returns the transaction's id; unconfirmed until a block is mined. */
  pay: (address: string, sats: bigint) => Promise<string>;
  /** The sum of the chain's unspent outputs at an address, with any owner. */
  held: (address: string) => Promise<bigint>;
};

export function faucetWallet(node: BitcoinEndpoint): FaucetWallet {
  const rpc = (method: string, params: Parameters<typeof bitcoinRpc>[2]): Promise<unknown> =>
    bitcoinRpc(node, method, params, { wallet: walletName });
  return {
    freshAddress: async () => String(await rpc('getnewaddress', ['', 'bech32m'])),
    pay: async (address, sats) =>
      String(
        await rpc('sendtoaddress', {
          address,
          amount: coinsOf(sats),
          fee_rate: feeRateSatsPerVbyte,
        }),
      ),
    async held(address) {
      // CAST: by Bitcoin Core's documentation of the method; coins with eight decimals.
      const { total_amount: coins } = (await rpc('scantxoutset', [
        'start',
        [`addr(${address})`],
      ])) as { readonly total_amount: number };
      return satsOf(coins);
    },
  };
}

/** An amount as Bitcoin Core reads it without loss: coins with eight decimals, as text. */
function coinsOf(sats: bigint): string {
  const digits = sats.toString().padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

/** Exact below 90 million coins, more than there will ever be. */
function satsOf(coins: number): bigint {
  return BigInt(Math.round(coins * 100_000_000));
}
