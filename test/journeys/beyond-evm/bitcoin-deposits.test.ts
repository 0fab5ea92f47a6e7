import { Wallet } from 'ethers';
import { expect } from 'chai';
import { parts } from '@interline/server';
import {
  type BeyondEvmHarness,
  bitcoinRpc,
  expiringAfter,
  startBeyondEvm,
} from '../../support/beyond-evm-harness.ts';
import { endOfRoute } from '../../support/end-of-route.ts';
import { refusalOf } from '../../support/refusal-of.ts';
import { tokenBalance } from '../../support/token-balance.ts';
import { until } from '../../support/until.ts';

describe('bitcoin that a caller deposits', () => {
  const caller = depositing();

  it('arrives as dollars on Base, to the unit, with nothing signed', async () => {
    const to = Wallet.createRandom().address;
    const begun = await caller.deposit('50000', { toAddress: to });
    const tx = await caller.pay(begun.deposit.address, 50_000n);
    const end = await caller.end(begun.id);

    expect(begun).to.include({ status: 'AWAITING_DEPOSIT', srcTx: null });
    expect(begun.deposit.uri).to.equal(`bitcoin:${begun.deposit.address}?amount=0.0005`);
    expect(end).to.include({ status: 'DONE', stage: 'DELIVERED', srcTx: tx });
    expect(await caller.dollarsOf(to)).to.equal(BigInt(String(end.to.delivered)));
    expect(end.to.delivered).to.equal(end.to.min);
  });

  it('is quoted with how deep it must be, how long its price holds and the least of it, which is served', async () => {
    const { deposit } = await caller.quote('50000');
    const least = BigInt(deposit.minAmount);

    expect(deposit).to.include({ confirmations: 1, lockSeconds: 900 });
    expect((await caller.quote(String(least))).executeReady).to.equal(true);
    const refusal = await refusalOf(caller.quote(String(least - 1n)));
    expect(JSON.stringify(refusal.body)).to.include(`at least ${least}`);
  });

  it('has the price that was quoted, with nothing but what the quote says to add', async () => {
    const { execute, to } = await caller.quote('50000');
    const begun = await caller.deposit('50000', {
      toAddress: Wallet.createRandom().address,
      ...execute,
    });

    await caller.pay(begun.deposit.address, 50_000n);
    const end = await caller.end(begun.id);

    expect(execute).to.deep.equal({ live: true, minOut: to.min });
    expect(begun.to.min).to.equal(to.min);
    expect(BigInt(String(end.to.delivered)) >= BigInt(to.min)).to.equal(true);
  });

  it('in parts is summed, and what is above what was agreed is delivered at the same price', async () => {
    const to = Wallet.createRandom().address;
    const begun = await caller.deposit('50000', { toAddress: to });
    await caller.pay(begun.deposit.address, 30_000n);
    await caller.pay(begun.deposit.address, 40_000n);
    const end = await caller.end(begun.id);

    expect(end.status).to.equal('DONE');
    expect(await caller.dollarsOf(to)).to.equal(BigInt(String(end.to.delivered)));
    // One part may be credited before the other is seen; then nothing is short of what was agreed.
    expect(BigInt(String(end.to.delivered)) >= BigInt(String(begun.to.min))).to.equal(true);
  });

  it('replaced at a higher fee while it waits counts once, by its replacement', async () => {
    const to = Wallet.createRandom().address;
    const { begun, tx, by } = await caller.depositReplaced('50000', to);
    const end = await caller.end(begun.id);

    expect(end).to.include({ status: 'DONE', srcTx: by });
    expect(by).not.to.equal(tx);
    expect(end.to.delivered).to.equal(begun.to.min);
  });

  it('made a second time goes back to the refund address, less its own miner fee, to the satoshi', async () => {
    const refundAddress = await caller.freshAddress();
    const to = Wallet.createRandom().address;
    const begun = await caller.deposit('50000', { toAddress: to, refundAddress });
    await caller.pay(begun.deposit.address, 50_000n);
    await caller.end(begun.id);
    await caller.pay(begun.deposit.address, 50_000n);
    const refund = await caller.refundOf(begun.id);

    expect(refund.state).to.equal('done');
    expect(await caller.received(refundAddress)).to.equal(50_000n - BigInt(refund.refundFee));
    // Not a satoshi of it is ours: a refund that costs its caller nothing could be asked for all day.
    expect(await caller.minerFeeOf(refund.refundTx)).to.equal(BigInt(refund.refundFee));
    expect(await caller.dollarsOf(to)).to.equal(BigInt(begun.to.min));
  });

  it('is asked for at ten addresses at most by one client, until one is paid', async () => {
    const to = Wallet.createRandom().address;
    const begun = [];
    for (let asked = 0; asked < 10; asked += 1)
      begun.push(await caller.deposit('50000', { toAddress: to }));
    const refusal = await refusalOf(caller.deposit('50000', { toAddress: to }));
    const [first] = begun;
    if (first === undefined) throw new Error('no deposit was begun');
    await caller.pay(first.deposit.address, 50_000n);
    await caller.end(first.id);
    const again = await caller.deposit('50000', { toAddress: to });

    expect(refusal.body['errorCode']).to.equal('TOO_MANY_RECORDS');
    expect(again.status).to.equal('AWAITING_DEPOSIT');
  });

  it('leaves books that agree with both chains, to the satoshi and the unit', async () => {
    await caller.expectBalancedBooks();
  });
});

describe('bitcoin that a caller deposits too little of, or too late', () => {
  const caller = depositing({ deposits: expiringAfter(4_000) });

  it('goes back once the deposit has expired, to the address that the claim names once', async () => {
    const refundAddress = await caller.freshAddress();
    const begun = await caller.deposit('50000', { toAddress: Wallet.createRandom().address });
    await caller.pay(begun.deposit.address, 49_999n);
    await until('a refund that waits for its address', async () => {
      const { stage } = await caller.status(begun.id);
      return stage === 'REFUND_HELD';
    });
    const named = { id: begun.id, refundClaim: begun.refundClaim, refundAddress };
    const wrong = await refusalOf(caller.nameRefund({ ...named, refundClaim: '00'.repeat(32) }));
    await caller.nameRefund(named);
    await caller.nameRefund(named);
    const other = { ...named, refundAddress: await caller.freshAddress() };
    const twice = await refusalOf(caller.nameRefund(other));
    const refund = await caller.refundOf(begun.id);
    const end = await caller.end(begun.id);

    expect([wrong.status, twice.status]).to.deep.equal([403, 409]);
    expect(end).to.include({ status: 'FAILED', stage: 'REFUNDED', refundTx: refund.refundTx });
    expect(await caller.received(refundAddress)).to.equal(49_999n - BigInt(refund.refundFee));
  });

  it('ends the route even if a stranger leaves dust at its address, which is not a debt', async () => {
    const refundAddress = await caller.freshAddress();
    const toAddress = Wallet.createRandom().address;
    const begun = await caller.deposit('50000', { toAddress, refundAddress });
    await caller.pay(begun.deposit.address, 49_999n);
    await until('a refund', async () => (await caller.refundsOf(begun.id)).length > 0);
    await caller.pay(begun.deposit.address, 330n);
    const end = await caller.end(begun.id);
    await until('dust that waits', async () => (await caller.refundsOf(begun.id)).length > 1);
    const shown = async () =>
      (await caller.refundsOf(begun.id)).map(({ amount, state }) => [amount, state]);
    await until('dust that is held', async () => (await shown())[1]?.[1] === 'held');

    expect(end).to.include({ status: 'FAILED', stage: 'REFUNDED' });
    expect(await shown()).to.deep.equal([
      ['49999', 'done'],
      ['330', 'held'],
    ]);
    expect(await caller.debts()).to.deep.equal([]);
  });

  it('fails the route if nothing came, and what comes after all goes back', async () => {
    const refundAddress = await caller.freshAddress();
    const toAddress = Wallet.createRandom().address;
    const begun = await caller.deposit('50000', { toAddress, refundAddress });
    const end = await caller.end(begun.id);
    await caller.pay(begun.deposit.address, 50_000n);
    const refund = await caller.refundOf(begun.id);

    expect(end).to.include({ status: 'FAILED', stage: 'DEPOSIT_EXPIRED' });
    expect(await caller.received(refundAddress)).to.equal(50_000n - BigInt(refund.refundFee));
    expect(await caller.dollarsOf(toAddress)).to.equal(0n);
  });

  it('leaves books that agree with both chains, to the satoshi and the unit', async () => {
    await caller.expectBalancedBooks();
  });
});

interface Begun {
  readonly id: string;
  readonly status: string;
  readonly refundClaim: string;
  readonly to: { readonly min: string };
  readonly deposit: { readonly address: string; readonly uri: string };
}

interface WireRefund {
  readonly amount: string;
  readonly state: string;
  readonly refundFee: string;
  readonly refundTx: string;
}

/** A caller with a bitcoin wallet, of a service with a devnet of its own. */
function depositing(policy: NonNullable<Parameters<typeof startBeyondEvm>[1]>['policy'] = {}) {
  let harness: BeyondEvmHarness;
  before(async function () {
    harness = await startBeyondEvm(this, { policy });
  });
  after(async () => {
    // Undefined where the tests were skipped.
    await (harness as BeyondEvmHarness | undefined)?.stop();
  });
  const ask = { fromChain: 'bitcoin', toChain: '8453', fromToken: 'BTC', toToken: 'USDC' };
  const rpc = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
    bitcoinRpc(harness.bitcoin, method, ...params);
  const status = (id: string) => harness.client.get(`/api/route/status?id=${id}`);
  /** Of a transaction of the wallet; below zero once a block has one that spends the same coins. */
  const confirmationsOf = async (tx: string): Promise<number> => {
    // CAST: Core's answer.
    const { confirmations } = (await rpc('gettransaction', tx)) as {
      readonly confirmations: number;
    };
    return confirmations;
  };

  const refundsOf = async (id: string): Promise<readonly WireRefund[]> => {
    // CAST: the same.
    const { deposit } = (await status(id)) as unknown as {
      readonly deposit: { readonly refunds: readonly WireRefund[] };
    };
    return deposit.refunds;
  };

  return {
    status,
    refundsOf,
    debts: () => harness.container.get(parts.store).reads.books.liabilities(),
    // CAST: execute's answer to a deposit; the tests hold what they use of it.
    deposit: async (amount: string, more: object): Promise<Begun> =>
      (await harness.client.post('/api/route/execute', {
        ...ask,
        amount,
        live: true,
        ...more,
      })) as unknown as Begun,
    async quote(amount: string) {
      const query = new URLSearchParams({ ...ask, amount }).toString();
      // CAST: the same.
      return (await harness.client.get(`/api/route/quote?${query}`)) as unknown as {
        readonly executeReady: boolean;
        readonly deposit: { readonly minAmount: string };
        readonly to: { readonly min: string };
        readonly execute: object;
      };
    },
    end: (id: string) => endOfRoute(harness.client, id),
    nameRefund: (body: Readonly<Record<string, unknown>>) =>
      harness.client.post('/api/route/refund-address', body),
    /** The first refund of a deposit, once it is mined. */
    async refundOf(id: string): Promise<WireRefund> {
      let found: WireRefund | undefined;
      await until('a refund that is mined', async () => {
        [found] = await refundsOf(id);
        return found?.state === 'done';
      });
      if (found === undefined) throw new Error('there is no refund');
      return found;
    },
    async pay(address: string, sats: bigint): Promise<string> {
      return String(await rpc('sendtoaddress', address, inCoins(sats)));
    },
    /**
     * Begins a deposit, pays it, and outbids that payment at once. If a block takes the payment before its
     * replacement reaches the node, another deposit is begun: Core's wallet answers bumpfee then, too.
     */
    async depositReplaced(amount: string, toAddress: string) {
      for (;;) {
        const begun = await this.deposit(amount, { toAddress });
        const tx = await this.pay(begun.deposit.address, BigInt(amount));
        // CAST: Core's answer.
        const bumped = (await rpc('bumpfee', tx).catch(() => null)) as {
          readonly txid: string;
        } | null;
        if (bumped === null) {
          if ((await confirmationsOf(tx)) === 0)
            throw new Error(`${tx} is in no block, and cannot be outbid`);
          continue;
        }
        let depth = 0;
        await until('a block with the payment or its replacement', async () => {
          depth = await confirmationsOf(bumped.txid);
          return depth !== 0;
        });
        if (depth > 0) return { begun, tx, by: bumped.txid };
      }
    },
    /** What the wallet's incoming transaction left to the miner, by the block that has it. */
    async minerFeeOf(tx: string): Promise<bigint> {
      // CAST: Core's answers.
      const { blockhash } = (await rpc('gettransaction', tx)) as { readonly blockhash: string };
      const { fee } = (await rpc('getrawtransaction', tx, 2, blockhash)) as {
        readonly fee: number;
      };
      return BigInt(Math.round(fee * 100_000_000));
    },
    freshAddress: async () => String(await rpc('getnewaddress', '', 'bech32m')),
    async received(address: string): Promise<bigint> {
      const coins = Number(await rpc('getreceivedbyaddress', address, 0));
      return BigInt(Math.round(coins * 100_000_000));
    },
    dollarsOf: (owner: string) => tokenBalance(harness.devnet, 8453, 'USDC', owner),
    async expectBalancedBooks() {
      const books = harness.container.get(parts.books);
      const chains = await books.reconcile();
      expect(chains.map(({ outcome }) => outcome)).to.deep.equal(chains.map(() => 'judged'));
      const found = await books.readReconciliation();
      expect(found.filter(({ deficit }) => deficit > 0n)).to.deep.equal([]);
    },
  };
}

function inCoins(sats: bigint): string {
  return (Number(sats) / 100_000_000).toFixed(8);
}
