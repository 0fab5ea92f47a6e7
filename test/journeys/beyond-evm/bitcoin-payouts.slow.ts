import { type JsonRecord, signAndSend, textField } from '@interline/cli';
import { chainRef, nativeAddress, type Transaction } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { untilAnswered } from '../../chaos/beyond-evm/until-answered.ts';
import {
  type BeyondEvmHarness,
  bitcoinRpc,
  startBeyondEvm,
} from '../../support/beyond-evm-harness.ts';
import { endOfRoute } from '../../support/end-of-route.ts';
import { freshPayer } from '../../support/payer.ts';
import { until } from '../../support/until.ts';

const bitcoin = chainRef('bip122:000000000019d6689c085ae165831e93');
const payouts = Number(process.env['PAYOUTS'] ?? 1_000);
const coins = 50;
/**
 * More than twice the 8,100 or so that 5 USDC bring: a payout in a block counts as reserved too until
 * the service has read it.
 */
const satsForEach = 20_000;
const atOnce = 40;

interface MinedTransaction {
  readonly txid: string;
  /** In bitcoins; a coinbase has none. */
  readonly fee?: number;
  readonly vin: readonly { readonly txid?: string; readonly vout?: number }[];
}

interface Block {
  readonly previousblockhash?: string;
  readonly tx: readonly MinedTransaction[];
}

describe(`${payouts} payouts on Bitcoin at once, out of ${coins} coins`, () => {
  let harness: BeyondEvmHarness;
  before(async function () {
    harness = await startBeyondEvm(this);
  });
  after(async () => {
    // Undefined where the tests were skipped.
    await (harness as BeyondEvmHarness | undefined)?.stop();
  });

  it('are all paid to the satoshi by a few transactions, at the first attempt, and share the fees of these', async () => {
    const startedAtMs = performance.now();
    await splitFloat();
    // Twice what is sent: a pull in a block counts as under way until the service has read it.
    const payer = await freshPayer(harness, 8453, 10_000_000n * BigInt(payouts));
    const addresses = await freshAddresses();
    const refusals = new Map<string, number>();

    const send = async (toAddress: string): Promise<string> => {
      const { receipt } = await untilAnswered(() =>
        signAndSend(harness.client, payer.wallet, {
          fromChain: '8453',
          toChain: 'bitcoin',
          fromToken: 'USDC',
          toToken: 'BTC',
          amount: '5000000',
          toAddress,
        }).catch((error: unknown) => {
          refusals.set(String(error), (refusals.get(String(error)) ?? 0) + 1);
          throw error;
        }),
      );
      return textField(receipt, 'id');
    };
    // The first one brings the allowance; the others sign once.
    const [first = '', ...waiting] = addresses;
    const ids = [await send(first)];
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let to = waiting.shift(); to !== undefined; to = waiting.shift())
          ids.push(await send(to));
      }),
    );
    const acceptedAtMs = performance.now();
    const ends = [];
    for (const id of ids) ends.push(await endOfRoute(harness.client, id));
    const endedAtMs = performance.now();

    expect(ends.filter(({ status }) => status !== 'DONE')).to.deep.equal([]);
    const attempts = await Promise.all(ids.map(payoutsOf));
    const mined = await minedTransactions(new Set(ends.map(({ destTx }) => String(destTx))));
    const inputs = mined.flatMap(({ vin }) => vin.map(({ txid, vout }) => `${txid}:${vout}`));
    const fees = sum(mined.map(({ fee = 0 }) => satsOf(fee)));
    const shares = attempts.map(([only]) => only?.gasCost ?? 0n).toSorted((a, b) => Number(a - b));
    const delivered = ends.map(
      ({ to }) => [String(to.recipient), BigInt(String(to.delivered))] as const,
    );
    console.log(
      `      ${mined.length} transactions of ${inputs.length} inputs, ${fees} satoshis of fees, a payout's share ${shares[0]} to ${shares.at(-1)}; accepted after ${seconds(startedAtMs, acceptedAtMs)}, ended ${seconds(acceptedAtMs, endedAtMs)} later; refused and asked again: ${JSON.stringify([...refusals])}`,
    );

    expect(attempts.map((of) => of.map(({ state }) => state))).to.deep.equal(
      ids.map(() => ['mined']),
    );
    expect(new Set(inputs).size).to.equal(inputs.length);
    expect(await received(addresses)).to.deep.equal(new Map(delivered));
    expect(new Map(delivered).size).to.equal(payouts);
    expect(shares[0]).to.satisfy((least: bigint) => least > 0n);
    expect(sum(shares)).to.equal(fees);
  });

  // CAST: what Bitcoin Core answers.
  const rpc = async <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
    (await bitcoinRpc(harness.bitcoin, method, ...params)) as T;

  /** The devnet's gift of one large coin goes away again; small ones come instead. */
  async function splitFloat(): Promise<void> {
    const custody = harness.container.get(parts.custody);
    const { books } = harness.container.get(parts.store).reads;
    const book = {
      chain: bitcoin,
      account: custody.account(bitcoin, 'float'),
      token: nativeAddress,
    };
    const held = async (): Promise<bigint> => (await books.balance(book))?.units ?? 0n;
    const sats = satsForEach * Math.ceil(payouts / coins);
    await until('a float that was paid', async () => (await held()) > 0n);
    await operator('/operator/float/withdraw', {
      chain: 'bitcoin',
      token: 'BTC',
      units: ((await held()) - BigInt(satsForEach)).toString(),
      to: await rpc<string>('getnewaddress', '', 'bech32m'),
      reason: 'small coins come instead',
    });
    await until('a float without its large coin', async () => (await held()) < BigInt(satsForEach));
    const left = await held();
    for (let paid = 1; paid < coins; paid += 1)
      await rpc('sendtoaddress', custody.fundingAddress(bitcoin), sats / 1e8);
    await until(
      'a float of small coins',
      async () => (await held()) === left + BigInt(sats * (coins - 1)),
    );
  }

  function operator(path: string, body: JsonRecord): Promise<JsonRecord> {
    return harness.client.post(path, body, { authorization: `Bearer ${harness.operatorToken}` });
  }

  async function freshAddresses(): Promise<readonly string[]> {
    const fresh: string[] = [];
    for (let index = 0; index < payouts; index += 1)
      fresh.push(await rpc<string>('getnewaddress', '', 'bech32m'));
    return fresh;
  }

  /** Every attempt to pay it: one that conflicts with another is made anew. */
  async function payoutsOf(routeId: string): Promise<readonly Transaction[]> {
    const { transactions } = harness.container.get(parts.store).reads;
    return (await transactions.transactionsOf(routeId)).filter(
      ({ purpose }) => purpose === 'payout',
    );
  }

  async function minedTransactions(
    wanted: ReadonlySet<string>,
  ): Promise<readonly MinedTransaction[]> {
    const found: MinedTransaction[] = [];
    let hash: string | undefined = await rpc<string>('getbestblockhash');
    while (hash !== undefined && found.length < wanted.size) {
      const block: Block = await rpc<Block>('getblock', hash, 2);
      found.push(...block.tx.filter(({ txid }) => wanted.has(txid)));
      hash = block.previousblockhash;
    }
    return found;
  }

  /** By the node's own wallet, whose the addresses are. */
  async function received(by: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    const all =
      await rpc<readonly { readonly address: string; readonly amount: number }[]>(
        'listreceivedbyaddress',
      );
    return new Map(
      all
        .filter(({ address }) => by.includes(address))
        .map(({ address, amount }) => [address, satsOf(amount)]),
    );
  }
});

function satsOf(bitcoins: number): bigint {
  return BigInt(Math.round(bitcoins * 1e8));
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, one) => total + one, 0n);
}

function seconds(fromMs: number, toMs: number): string {
  return `${((toMs - fromMs) / 1_000).toFixed(0)} s`;
}
