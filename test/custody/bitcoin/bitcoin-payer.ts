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
  /** The same, with so many outputs of as many units each to one address. */
  flood(
    coin: PayerCoin,
    flooding: { readonly to: string; readonly units: bigint; readonly outputs: number },
  ): Promise<string>;
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
    async flood({ txid, vout }, { to, units, outputs }) {
      const one = await rpc('createrawtransaction', [[{ txid, vout }], [{ [to]: inCoins(units) }]]);
      // CAST: Core's documented shape.
      const { hex } = (await rpc('signrawtransactionwithwallet', [
        withOutputs(String(one), outputs),
      ])) as { hex: string };
      return hex;
    },
  };
  return payer;
}

/**
 * Core makes none that pays an address twice, so the bytes of the only output, behind those of the
 * only input, are repeated; both have no witness yet.
 */
function withOutputs(unsigned: string, outputs: number): string {
  const [headDigits, lockTimeDigits] = [2 * (4 + 1 + 41), 2 * 4];
  const head = unsigned.slice(0, headDigits);
  const output = unsigned.slice(headDigits + 2, -lockTimeDigits);
  const count = Buffer.from([0xfd, outputs & 0xff, outputs >> 8]).toString('hex');
  return `${head}${count}${output.repeat(outputs)}${unsigned.slice(-lockTimeDigits)}`;
}

/** As Core reads an amount without loss: text with eight decimals. */
function inCoins(units: bigint): string {
  const digits = units.toString().padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}
