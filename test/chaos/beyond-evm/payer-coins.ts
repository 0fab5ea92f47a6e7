import type { ChainTurns } from './chain-turns.ts';
import { bitcoinRpc, type Nodes } from './nodes.ts';

interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly scriptPubKey: string;
}

/** A signed payment of one coin; all payments of the same coin exclude each other. */
export interface Payment {
  readonly coin: Coin;
  readonly txid: string;
  readonly hex: string;
  readonly to: string;
  readonly units: bigint;
}

const coinUnits = 4_000_000n;

/** The deepest block that a caller takes back: below it everybody has counted on it for good. */
const deepest = 4;

/**
 * The callers' own coins, one for each payment, so that no caller's replacement takes another
 * caller's payment with it.
 */
export class PayerCoins {
  readonly #node: Nodes['bitcoin'];
  readonly #turns: ChainTurns;
  #coins: Coin[] = [];

  constructor(node: Nodes['bitcoin'], turns: ChainTurns) {
    this.#node = node;
    this.#turns = turns;
  }

  async prepare(count: number): Promise<void> {
    const outputs: Record<string, string> = {};
    for (let made = 0; made < count; made += 1)
      outputs[String(await this.#rpc('getnewaddress', '', 'bech32m'))] = inCoins(coinUnits);
    const txid = String(await this.#rpc('sendmany', '', outputs));
    await this.#rpc('generatetoaddress', 6, await this.#rpc('getnewaddress'));
    // CAST: Core's answer.
    const { vout } = (await this.#rpc('getrawtransaction', txid, true)) as {
      readonly vout: readonly {
        readonly n: number;
        readonly value: number;
        readonly scriptPubKey: { readonly hex: string };
      }[];
    };
    this.#coins = vout
      .filter(({ value }) => value === Number(inCoins(coinUnits)))
      .map(({ n, scriptPubKey: { hex } }) => ({ txid, vout: n, scriptPubKey: hex }));
    await this.#rpc(
      'lockunspent',
      false,
      this.#coins.map(({ txid: of, vout: n }) => ({ txid: of, vout: n })),
    );
  }

  /** Pays from a coin of its own, or outbids what was paid from that coin. */
  async pay(to: string, units: bigint, { coin = this.#take(), fee = 500n } = {}): Promise<Payment> {
    const payment = await this.#sign(to, units, coin, fee);
    await this.#rpc('sendrawtransaction', payment.hex);
    return payment;
  }

  /**
   * No block but the one that takes the payment until the caller has seen what it waits for; then as
   * `reverse`. So what was paid out for it, or sent back, is not final yet.
   */
  async reverseOnce(payment: Payment, isReached: () => Promise<unknown>): Promise<boolean> {
    return this.#turns.alone(async () => {
      await this.#rpc('generatetoaddress', 2, await this.#rpc('getnewaddress'));
      await isReached();
      return this.#reverse(payment);
    });
  }

  /** Whether the coin went to another recipient for good: not where it is too deep already. */
  reverse(payment: Payment): Promise<boolean> {
    return this.#turns.alone(() => this.#reverse(payment));
  }

  async #reverse({ coin, txid }: Payment): Promise<boolean> {
    const elsewhere = String(await this.#rpc('getnewaddress', '', 'bech32m'));
    const other = await this.#sign(elsewhere, coinUnits - 100_000n, coin, 20_000n);
    const depth = await this.#depthOf(txid);
    if (depth > deepest) return false;
    const height = Number(await this.#rpc('getblockcount'));
    if (depth > 0)
      await this.#rpc('invalidateblock', await this.#rpc('getblockhash', height - depth + 1));
    const address = await this.#rpc('getnewaddress');
    const isIn = await this.#rpc('generateblock', address, [other.hex]).then(
      () => true,
      () => false,
    );
    for (let mined = 0; mined < depth; mined += 1) await this.#rpc('generateblock', address, []);
    return isIn;
  }

  async #depthOf(txid: string): Promise<number> {
    // CAST: Core's answer.
    const found = (await this.#rpc('getrawtransaction', txid, true)) as {
      readonly confirmations?: number;
    };
    return found.confirmations ?? 0;
  }

  async #sign(to: string, units: bigint, coin: Coin, fee: bigint): Promise<Payment> {
    const change = coinUnits - units - fee;
    const outputs = [
      { [to]: inCoins(units) },
      ...(change < 1_000n
        ? []
        : [{ [String(await this.#rpc('getnewaddress', '', 'bech32m'))]: inCoins(change) }]),
    ];
    const raw = await this.#rpc(
      'createrawtransaction',
      [{ txid: coin.txid, vout: coin.vout }],
      outputs,
      0,
      true,
    );
    // The coin may be spent already, by what this is to replace.
    const spent = [{ ...coin, amount: inCoins(coinUnits) }];
    // CAST: Core's answers.
    const { hex, complete } = (await this.#rpc('signrawtransactionwithwallet', raw, spent)) as {
      readonly hex: string;
      readonly complete: boolean;
    };
    if (!complete) throw new Error('the wallet did not sign a payment of its own coin');
    const { txid } = (await this.#rpc('decoderawtransaction', hex)) as { txid: string };
    return { coin, txid, hex, to, units };
  }

  #take(): Coin {
    const coin = this.#coins.pop();
    if (coin === undefined) throw new Error('more payments than coins were prepared for');
    return coin;
  }

  #rpc(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return bitcoinRpc(this.#node, method, ...params);
  }
}

function inCoins(units: bigint): string {
  return `${units / 100_000_000n}.${String(units % 100_000_000n).padStart(8, '0')}`;
}
