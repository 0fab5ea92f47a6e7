import { createClient } from '@interline/client';
import type { Invoice } from '@interline/core/passes';
import { evmChain, nativeAddress, type SignedTransaction } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { until } from '../support/until.ts';

const chains = [8453, 42161];

/** On real local chains, with every broadcast held against the store. */
describe('what was paid for an invoice', () => {
  let harness: Harness;
  let uncommitted: string[];
  /** While it is so, what is committed does not leave. */
  let isCutOff: boolean;
  const start = async (batching: readonly number[] = []) => {
    uncommitted = [];
    isCutOff = false;
    harness = await startHarness({
      chainIds: chains,
      batching,
      rebind(container) {
        const custody = container.get(parts.custody);
        const store = container.get(parts.openStore);
        const broadcast = async (signed: readonly SignedTransaction[]) => {
          if (isCutOff) return signed.map(() => 'unknown' as const);
          for (const { hash } of signed)
            if ((await store.reads.transactions.signedTransaction(hash)) === null)
              uncommitted.push(hash);
          return custody.broadcast(signed);
        };
        const watched: CustodyPort = { ...custody, broadcast };
        container.rebind(parts.custody).toConstantValue(watched);
      },
    });
  };
  afterEach(() => harness.stop());

  const client = () => createClient({ baseUrl: harness.url, sendsRefusedOnce: true });
  const open = (asset: 'usdc-8453' | 'eth-42161' | 'usdc-42161', bundles = 1) =>
    client().call('POST /api/plus/invoice', { body: { bundle: 'bundle', bundles, asset } });
  const pay = async (
    invoice: { readonly chainId: number | string; readonly symbol: string; readonly payTo: string },
    amount: bigint,
  ) => {
    const listed = harness.devnet.chains.find(({ chainId }) => chainId === invoice.chainId);
    const token = listed?.tokens.find(({ symbol }) => symbol === invoice.symbol)?.address;
    const to = invoice.payTo;
    const chainId = Number(invoice.chainId);
    await harness.devnet.faucet({ chainId, token: token ?? 'native', to, amount });
  };
  const reads = () => harness.container.get(parts.store).reads;
  const kept = async (id: string): Promise<Invoice> => {
    const invoice = await reads().invoices.invoice(id);
    if (invoice === null) throw new Error('there is no such invoice');
    return invoice;
  };
  const duty = (name: string) => {
    const found = harness.container.get(parts.invoices).duties.find((one) => one.name === name);
    if (found === undefined) throw new Error(`there is no duty ${name}`);
    return found;
  };
  const isCollected = (id: string) =>
    until('a collection that is final', async () => {
      for (const name of ['look-at-invoices', 'collect-payments', 'settle-calls'])
        await duty(name).run();
      for (const chainId of chains) await mine(harness.devnet, chainId);
      const invoice = await kept(id);
      return invoice.received > 0n && invoice.held === 0n && invoice.collection === null;
    });
  const hurry = (id: string) =>
    harness.container.get(parts.store).run('hurry', async ({ invoices }) => {
      const now = await invoices.lockInvoice(id);
      if (now !== null) await invoices.changeInvoice(now, { nextCollectMs: 1 });
    });
  const collecting = async () => {
    const all = await reads().transactions.watchedTransactions();
    return all.filter(({ owner, expects }) => owner.kind === 'invoice' && expects !== null);
  };
  const balances = async () => {
    const books = harness.container.get(parts.books);
    const outcomes = (await books.reconcile()).map(({ outcome }) => outcome);
    const deficits = (await books.readReconciliation()).filter(({ deficit }) => deficit > 0n);
    const shown = await books.showBalances({});
    const of = (kind: string) =>
      Object.fromEntries(
        shown
          .filter((one) => one.kind === kind && one.units !== 0n)
          .map(({ chain, symbol, units }) => [`${chain}/${symbol}`, units]),
      );
    return { outcomes, deficits, fees: of('fees'), unclaimed: of('unclaimed') };
  };

  it('goes to the float, coin and dollars, and the books have it to the unit', async () => {
    await start();
    const dollars = await open('usdc-8453', 2);
    const coin = await open('eth-42161');
    await pay(dollars, 6_000_000n);
    await pay(coin, BigInt(coin.amount));
    const { float } = harness.container.get(parts.evm).evmAccounts;
    const floatHolds = async (chainId: number, token: string) => {
      const book = { chain: evmChain(chainId), account: float, token };
      const [reading] = await harness.container
        .get(parts.custody)
        .balances(book.chain, [book], new AbortController().signal);
      return reading?.units ?? 0n;
    };
    const { token } = await kept(dollars.id);
    const before = [await floatHolds(8453, token), await floatHolds(42161, nativeAddress)];

    await isCollected(dollars.id);
    await isCollected(coin.id);
    const after = [await floatHolds(8453, token), await floatHolds(42161, nativeAddress)];
    const { outcomes, deficits, fees, unclaimed } = await balances();

    expect(after.map((units, at) => units - (before[at] ?? 0n))).to.deep.equal([
      6_000_000n,
      BigInt(coin.amount),
    ]);
    expect(fees).to.deep.equal({
      'eip155:8453/USDC': 6_000_000n,
      'eip155:42161/ETH': BigInt(coin.amount),
    });
    expect([new Set(outcomes), deficits, unclaimed]).to.deep.equal([new Set(['judged']), [], {}]);
    expect(uncommitted).to.deep.equal([]);
  });

  it('is collected once, however many workers try, and what comes after it once more', async () => {
    await start();
    const invoice = await open('usdc-42161');
    await pay(invoice, 3_000_000n);
    await until('a payment that counts', async () => {
      await duty('look-at-invoices').run();
      return (await kept(invoice.id)).held > 0n;
    });
    await until('a collection under way', async () => {
      await Promise.all(Array.from({ length: 6 }, () => duty('collect-payments').run()));
      await harness.container.get(parts.store).run('hurry', async ({ invoices }) => {
        const now = await invoices.lockInvoice(invoice.id);
        if (now?.nextCollectMs) await invoices.changeInvoice(now, { nextCollectMs: 1 });
      });
      return (await collecting()).length > 0;
    });
    const once = await collecting();
    await isCollected(invoice.id);
    await pay(invoice, 3_000_000n);
    await until('a second payment that counts', async () => {
      await duty('look-at-invoices').run();
      return (await kept(invoice.id)).received === 6_000_000n;
    });
    await isCollected(invoice.id);
    const { deficits, fees, unclaimed } = await balances();
    const { tokens, remaining } = await client().call('GET /api/plus/invoice/{id}', {
      params: { id: invoice.id },
    });

    expect(once.map(({ expects }) => expects?.units)).to.deep.equal([3_000_000n]);
    expect([tokens, remaining]).to.deep.equal([10_000, 10_000]);
    expect([fees, deficits, unclaimed]).to.deep.equal([
      { 'eip155:42161/USDC': 6_000_000n },
      [],
      {},
    ]);
  });

  it('is collected by what was committed, if the process could not send it', async () => {
    await start();
    const first = await open('usdc-8453');
    await pay(first, 3_000_000n);
    await isCollected(first.id);
    const invoice = await open('usdc-8453');
    await pay(invoice, 3_000_000n);
    isCutOff = true;
    const [unsent] = await until('a collection that was not sent', async () => {
      for (const name of ['look-at-invoices', 'collect-payments']) await duty(name).run();
      const open_ = (await collecting()).filter(({ state }) => state === 'open');
      return open_.length > 0 && open_;
    });
    isCutOff = false;
    await isCollected(invoice.id);
    const mined = await reads().transactions.transaction(unsent?.id ?? '');

    expect(mined?.state).to.equal('mined');
    expect((await balances()).fees).to.deep.equal({ 'eip155:8453/USDC': 6_000_000n });
    expect(uncommitted).to.deep.equal([]);
  });

  it('is settled once by several that settle it at once, and none of them fails', async () => {
    await start();
    const invoice = await open('usdc-8453');
    await pay(invoice, 3_000_000n);
    await until('a collection', async () => {
      for (const name of ['look-at-invoices', 'collect-payments']) await duty(name).run();
      return (await collecting()).length > 0;
    });
    await until('a collection that is settled', async () => {
      await Promise.all(Array.from({ length: 4 }, () => duty('settle-calls').run()));
      return (await collecting()).every(({ state }) => state === 'mined');
    });

    expect((await balances()).fees).to.deep.equal({ 'eip155:8453/USDC': 3_000_000n });
  });

  it('is collected and counted once, although a reorg takes the collection out of its block', async () => {
    await start();
    const invoice = await open('eth-42161');
    await pay(invoice, BigInt(invoice.amount));
    const seen = await until('a collection that is settled', async () => {
      for (const name of ['look-at-invoices', 'collect-payments', 'settle-calls'])
        await duty(name).run();
      const [one] = await collecting();
      return one?.state === 'mined' && one;
    });
    await stopMining(harness.devnet, 42161);
    await chainRpc(harness.devnet, 42161, 'anvil_reorg', [1, []]);
    await until('a collection that is open again', async () => {
      const now = await reads().transactions.transaction(seen.id);
      return now?.state === 'open';
    });
    await duty('look-at-invoices').run();
    const between = await kept(invoice.id);
    await resumeMining(harness.devnet, 42161);
    await isCollected(invoice.id);
    const { outcomes, deficits, fees, unclaimed } = await balances();
    const read = await client().call('GET /api/plus/invoice/{id}', { params: { id: invoice.id } });

    expect([between.received, between.collection?.units]).to.deep.equal([
      BigInt(invoice.amount),
      BigInt(invoice.amount),
    ]);
    expect([read.received, read.remaining]).to.deep.equal([invoice.amount, 5_000]);
    expect(fees).to.deep.equal({ 'eip155:42161/ETH': BigInt(invoice.amount) });
    expect([new Set(outcomes), deficits, unclaimed]).to.deep.equal([new Set(['judged']), [], {}]);
    expect(uncommitted).to.deep.equal([]);
  });

  it('is collected as far as it is there, if a reorg took one half of it', async () => {
    await start();
    const invoice = await open('eth-42161');
    await pay(invoice, BigInt(invoice.amount) / 2n);
    await pay(invoice, BigInt(invoice.amount) / 2n);
    await until('a payment that counts', async () => {
      await duty('look-at-invoices').run();
      return (await kept(invoice.id)).held === BigInt(invoice.amount);
    });
    const half = BigInt(invoice.amount) / 2n;
    const left = `0x${half.toString(16)}`;
    await chainRpc(harness.devnet, 42161, 'anvil_setBalance', [invoice.payTo, left]);
    await until('a collection that is final', async () => {
      for (const name of ['collect-payments', 'settle-calls']) await duty(name).run();
      await mine(harness.devnet, 42161);
      const now = await kept(invoice.id);
      return now.held === half && now.collection === null;
    });
    const waits: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      await hurry(invoice.id);
      const startMs = Date.now();
      await duty('collect-payments').run();
      waits.push(Math.round(((await kept(invoice.id)).nextCollectMs ?? 0) - startMs) / 60_000);
    }
    const { outcomes, deficits, fees, unclaimed } = await balances();
    const read = await client().call('GET /api/plus/invoice/{id}', { params: { id: invoice.id } });

    expect(waits.map(Math.round)).to.deep.equal([1, 2, 4]);
    expect([read.received, read.remaining]).to.deep.equal([invoice.amount, 5_000]);
    expect(fees).to.deep.equal({ 'eip155:42161/ETH': half });
    expect([new Set(outcomes), deficits, unclaimed]).to.deep.equal([new Set(['judged']), [], {}]);
  });

  it('is left if it is when it is a wei, and is collected with what comes after it', async () => {
    await start();
    const invoice = await open('eth-42161');
    await pay(invoice, 1n);
    await until('a wei that counts', async () => {
      await duty('look-at-invoices').run();
      return (await kept(invoice.id)).held === 1n;
    });
    await harness.container.get(parts.store).run('expire', async ({ invoices }) => {
      const now = await invoices.lockInvoice(invoice.id);
      if (now !== null) await invoices.changeInvoice(now, { expiresAtMs: 1 });
    });
    await hurry(invoice.id);
    await duty('collect-payments').run();
    await mine(harness.devnet, 42161);
    await duty('look-at-invoices').run();
    const dust = await kept(invoice.id);
    const sent = await collecting();
    await pay(invoice, BigInt(invoice.amount));
    await until('a payment that is seen', async () => {
      await client().call('GET /api/plus/invoice/{id}', { params: { id: invoice.id } });
      return (await kept(invoice.id)).received > 1n;
    });
    await isCollected(invoice.id);

    expect([dust.nextCollectMs, dust.held, sent]).to.deep.equal([null, 1n, []]);
    expect((await balances()).fees).to.deep.equal({
      'eip155:42161/ETH': BigInt(invoice.amount) + 1n,
    });
  });

  it('is collected if the transactions of an account are merged, too', async () => {
    await start([42161]);
    const dollars = await open('usdc-42161');
    const coin = await open('eth-42161');
    await pay(dollars, 3_000_000n);
    await pay(coin, BigInt(coin.amount));

    await isCollected(dollars.id);
    await isCollected(coin.id);
    const { outcomes, deficits, fees, unclaimed } = await balances();

    expect(fees).to.deep.equal({
      'eip155:42161/USDC': 3_000_000n,
      'eip155:42161/ETH': BigInt(coin.amount),
    });
    expect([new Set(outcomes), deficits, unclaimed]).to.deep.equal([new Set(['judged']), [], {}]);
  });
});
