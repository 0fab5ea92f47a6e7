import { textField } from '@interline/cli';
import { nativeAddress } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type EngineHarness, hasEngines, startEngineHarness } from '../support/engine-harness.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { until } from '../support/until.ts';

const source = 8453;
const destination = 42161;

describe('the books of a service', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [source, destination] });
    await allBalanced(harness);
  });
  after(() => harness.stop());

  it('equal the chains to the unit after transfers, gas included', async () => {
    const before = await balancesOf(harness);

    for (const units of [6_000_000n, 1_234_567n]) {
      const payer = await freshPayer(harness, source, units);
      const { receipt } = await send(harness, payer, { from: source, to: destination, units });
      await endOfRoute(harness.client, textField(receipt, 'id'));
    }

    await allBalanced(harness);
    const after = await balancesOf(harness);
    const grown = (key: string): bigint => (after.get(key) ?? 0n) - (before.get(key) ?? 0n);
    expect([
      grown(`float/${source}/USDC`),
      grown(`float/${destination}/USDC`),
      grown(`fees/${source}/USDC`),
      grown(`conversion/${source}/USDC`),
      grown(`conversion/${destination}/USDC`),
      after.get(`owed-to-payers/${source}/USDC`),
      grown(`unclaimed/${source}/USDC`),
    ]).to.deep.equal([7_234_567n, -7_228_779n, 5_788n, -7_228_779n, 7_228_779n, undefined, 0n]);
    for (const chain of [source, destination])
      expect(grown(`gas/${chain}/ETH`)).to.equal(-grown(`coin/${chain}/ETH`));
  });

  it('show what the day earned and cost, priced, to the operator alone', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const statement = await asked(harness, '/operator/books/statement');
    const page = await asked(harness, '/operator/books/export?limit=1');
    const refused = await refusalOf(harness.client.get('/operator/books/statement'));

    const rows = statement['rows'] as readonly Readonly<Record<string, unknown>>[]; // CAST: its shape.
    expect(statement).to.include({ from: today, to: today, by: 'day' });
    expect(rows.find(({ account }) => account === 'fees')).to.deep.include({
      group: today,
      chain: source,
      symbol: 'USDC',
      units: '5788',
      usd: '0.005788',
    });
    expect(rows.every(({ usd }) => typeof usd === 'string')).to.equal(true);
    expect(page['next']).to.match(/^[0-9]+:.+/);
    expect(refused.body['errorCode']).to.equal('OPERATOR_ONLY');
  });

  it('balance through a reorg that takes a payout: what it undid is taken back, and posted again', async () => {
    const payer = await freshPayer(harness, source, 1_000_000n);
    const units = 1_000_000n;
    const { receipt } = await send(harness, payer, { from: source, to: destination, units });
    const id = textField(receipt, 'id');
    await endOfRoute(harness.client, id);

    await chainRpc(harness.devnet, destination, 'anvil_reorg', [2, []]);
    const { books } = harness.container.get(parts.store).reads;
    await until('a payout that is posted again', async () => {
      const kinds = (await books.entriesOf(id)).map(({ kind }) => kind);
      return kinds.includes('reversal') && kinds.filter((one) => one === 'payout').length === 2;
    });
    await endOfRoute(harness.client, id);

    await allBalanced(harness);
    expect((await balancesOf(harness)).get(`owed-to-payers/${source}/USDC`)).to.equal(undefined);
  });

  it('stop what is worth more than the limit while an account holds less than they say, and nothing else', async () => {
    const { custody, chain } = placeOf(harness, destination);
    const float = custody.evmAccounts.float;
    const coin = await custody.balances(
      chain,
      [{ chain, account: float, token: nativeAddress }],
      new AbortController().signal,
    );
    const held = coin[0]?.units ?? 0n;
    await chainRpc(harness.devnet, destination, 'anvil_setBalance', [
      float,
      `0x${(held - 1n).toString(16)}`,
    ]);
    await chainRpc(harness.devnet, destination, 'anvil_mine', ['0x1']);
    const reconciled = await ordered(harness, '/operator/books/reconcile', { chain: destination });

    // The limit is 10 dollars.
    const large = await freshPayer(harness, source, 11_000_000n);
    const small = await freshPayer(harness, source, 9_000_000n);
    const refused = await refusalOf(
      send(harness, large, { from: source, to: destination, units: 11_000_000n }),
    );
    const { receipt } = await send(harness, small, {
      from: source,
      to: destination,
      units: 9_000_000n,
    });
    const served = await endOfRoute(harness.client, textField(receipt, 'id'));
    await ordered(harness, '/operator/books/classify', {
      chain: destination,
      role: 'float',
      token: 'native',
      of: 'deficit',
      as: 'losses',
      reason: 'the coin was taken out by this test',
    });
    const then = await send(harness, large, {
      from: source,
      to: destination,
      units: 11_000_000n,
    });

    expect(reconciled['deficits']).to.equal(1);
    expect(JSON.stringify(refused.body)).to.contain('BOOKS_DEFICIT');
    expect(served).to.include({ status: 'DONE' });
    expect(await endOfRoute(harness.client, textField(then.receipt, 'id'))).to.include({
      status: 'DONE',
    });
    await allBalanced(harness);
  });
});

describe('the books of merged transactions', () => {
  let harness: Harness;
  before(async () => {
    const both = [source, destination];
    harness = await startHarness({ chainIds: both, batching: both });
    await allBalanced(harness);
  });
  after(() => harness.stop());

  it('equal the chains: each route has its own movements, and the multicall has the gas', async () => {
    const payers = await Promise.all(
      [2_000_000n, 3_000_000n, 4_000_000n].map(async (units) => ({
        units,
        payer: await freshPayer(harness, source, units),
      })),
    );

    await Promise.all(
      payers.map(async ({ payer, units }) => {
        const { receipt } = await send(harness, payer, { from: source, to: destination, units });
        await endOfRoute(harness.client, textField(receipt, 'id'));
      }),
    );

    await until('books that equal the chains', () => allBalanced(harness).then(() => true));
    const after = await balancesOf(harness);
    expect([
      after.get(`fees/${source}/USDC`),
      after.get(`owed-to-payers/${source}/USDC`),
      after.get(`conversion/${destination}/USDC`),
      after.get(`losses/${destination}/USDC`),
    ]).to.deep.equal([7_200n, undefined, 8_992_800n, undefined]);
  });
});

describe('the books of transfers over engines', () => {
  let harness: EngineHarness;
  before(async function () {
    if (!(await hasEngines())) this.skip();
    harness = await startEngineHarness();
    await allBalanced(harness);
  });
  after(() => harness?.stop());

  it('equal the chains, with nothing owed by an engine that delivered, and its fee', async () => {
    const units = 100_000_000n;
    const payer = await freshPayer(harness, source, units);
    const { receipt } = await send(harness, payer, { from: source, to: destination, units });
    await endOfRoute(harness.client, textField(receipt, 'id'));

    await allBalanced(harness);
    const after = await balancesOf(harness);
    const kept = after.get(`fees/${source}/USDC`) ?? 0n;
    expect(after.get(`owed-by-engines/${source}/USDC`)).to.equal(undefined);
    expect(after.get(`owed-to-payers/${source}/USDC`)).to.equal(undefined);
    expect(kept > 0n).to.equal(true);
    expect(after.get(`transit/${source}/USDC`)).to.equal(kept);
  });
});

function placeOf(harness: Pick<Harness, 'container'>, chainId: number) {
  const custody = harness.container.get(parts.evm);
  const chain = custody.chains.find((one) => one === `eip155:${chainId}`);
  if (chain === undefined) throw new Error(`custody has no chain ${chainId}`);
  return { custody, chain };
}

/** Every holding of every chain equals the books, at a block where all of ours is settled. */
async function allBalanced(harness: Pick<Harness, 'container'>): Promise<void> {
  const books = harness.container.get(parts.books);
  const chains = await books.reconcile();
  expect(chains.map(({ outcome }) => outcome)).to.deep.equal(chains.map(() => 'judged'));
  const wrong = (await books.readReconciliation()).filter(({ deficit }) => deficit > 0n);
  expect(wrong).to.deep.equal([]);
}

/** By `kind/chain/symbol`, summed over holders. */
async function balancesOf(
  harness: Pick<Harness, 'container'>,
): Promise<ReadonlyMap<string, bigint>> {
  const sums = new Map<string, bigint>();
  for (const { kind, chain, symbol, units } of await harness.container
    .get(parts.books)
    .showBalances({})) {
    const key = `${kind}/${chain.replace('eip155:', '')}/${symbol}`;
    sums.set(key, (sums.get(key) ?? 0n) + units);
  }
  return sums;
}

function asked(harness: Harness, path: string) {
  return harness.client.get(path, { authorization: `Bearer ${harness.operatorToken}` });
}

function ordered(harness: Harness, path: string, body: Readonly<Record<string, unknown>>) {
  return harness.client.post(path, body, { authorization: `Bearer ${harness.operatorToken}` });
}
