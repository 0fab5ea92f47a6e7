import type { RegtestNode } from '@interline/devnet';

export interface PayerCoin {
  readonly txid: string;
  readonly vout: number;
  readonly units: bigint;
}

interface Spending {
  readonly to: string;
  readonly units: bigint;
  /** Of the only input. Default 0xfffffffd, which signals replacement. */
  readonly sequence?: number;
  readonly lockTime?: number;
}

/** Somebody with coins of their own, who makes transactions of one input and one output. */
export interface BitcoinPayer {
  /** A fresh address of the payer's. */
  address(): Promise<string>;
  /** A mined coin that nothing but `spend` spends. */
  coin(units: bigint): Promise<PayerCoin>;
  /** The signed bytes; the fee is what the output leaves of the coin. */
  spend(coin: PayerCoin, spending: Spending): Promise<string>;
}

export function bitcoinPayer({ rpc, pay, mine }: RegtestNode): BitcoinPayer {
  const payer: BitcoinPayer = {
    address: async () => String(await rpc('getnewaddress', ['', 'bech32'])),
    async coin(units) {
      const address = await payer.address();
      const txid = await pay(address, units);
      await mine();
      // CAST: Core's documented shape.
      const { vout } = (await rpc('getrawtransaction', [txid, 1])) as {
        vout: readonly { n: number; scriptPubKey: { address?: string } }[];
      };
      const found = vout.find(({ scriptPubKey }) => scriptPubKey.address === address);
      if (found === undefined) throw new Error('the payment pays nothing to its address');
      // The wallet must not spend it in a payment of its own.
      await rpc('lockunspent', [false, [{ txid, vout: found.n }]]);
      return { txid, vout: found.n, units };
    },
    async spend({ txid, vout }, { to, units, sequence = 0xffff_fffd, lockTime = 0 }) {
      const unsigned = await rpc('createrawtransaction', [
        [{ txid, vout, sequence }],
        [{ [to]: inCoins(units) }],
        lockTime,
      ]);
      // CAST: Core's documented shape.
      const { hex } = (await rpc('signrawtransactionwithwallet', [unsigned])) as { hex: string };
      return hex;
    },
  };
  return payer;
}

/** As Core reads an amount without loss: text with eight decimals. */
function inCoins(units: bigint): string {
  const digits = units.toString().padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}
