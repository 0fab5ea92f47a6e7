import { Asset, Claimant, Keypair, Operation } from '@stellar/stellar-sdk';
import { expect } from 'chai';
import fc from 'fast-check';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codesOf, stellarClient } from '../fixtures/stellar-client.ts';
import { showStroops } from './ledger/stroops.ts';
import { startStellarLedger } from './start-stellar-ledger.ts';

describe('the stellar ledger keeps', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stellar-ledger-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('everything over a restart, its USDC issuer and skipped time too', async () => {
    const first = await startStellarLedger({ dataFolder: folder });
    const client = stellarClient(first);
    const payer = await client.friend();
    const payee = await client.friend();
    await client.send(payee, [Operation.changeTrust({ asset: client.usdc })]);
    await client.post('/devnet/faucet', { to: payee.publicKey(), amount: '12345678' });
    const predicate = Claimant.predicateBeforeRelativeTime('60');
    await client.send(payer, [
      Operation.createClaimableBalance({
        asset: Asset.native(),
        amount: '5',
        claimants: [new Claimant(payee.publicKey(), predicate)],
      }),
    ]);
    await codesOf(client.send(payer, [Operation.manageData({ name: 'absent', value: null })]));
    first.close({ advanceSec: 86_400 });
    const before = await everythingOf(client, [payer, payee]);
    await first.stop();

    const second = await startStellarLedger({ dataFolder: folder });

    try {
      expect(await everythingOf(stellarClient(second), [payer, payee])).to.deep.equal(before);
      expect(second.usdc).to.deep.equal(first.usdc);
      await stellarClient(second).send(payee, [Operation.bumpSequence({ bumpTo: '0' })]);
    } finally {
      await second.stop();
    }
  });

  it('what was whole when a crash cut off the last line', async () => {
    const first = await startStellarLedger({ dataFolder: folder });
    const payer = await stellarClient(first).friend();
    await first.stop();
    appendFileSync(join(folder, 'stellar-ledger.jsonl'), '{"closeTimeSec":17');

    for (const _start of ['after the crash', 'once more']) {
      const again = await startStellarLedger({ dataFolder: folder });
      const client = stellarClient(again);
      expect(await client.balance(payer)).to.match(/^(10000|9999)\./);
      await client.send(payer, [Operation.bumpSequence({ bumpTo: '0' })]);
      await again.stop();
    }
  });

  it('to its file: another network or a changed ledger does not start', async () => {
    const first = await startStellarLedger({ dataFolder: folder });
    await stellarClient(first).friend();
    await first.stop();

    expect(
      await failureOf(startStellarLedger({ dataFolder: folder, passphrase: 'Other' })),
    ).to.include('is of the network "Interline Devnet", not "Other"');
    const path = join(folder, 'stellar-ledger.jsonl');
    const lines = readFileSync(path, 'utf8').split('\n');
    lines.splice(1, 1);
    writeFileSync(path, lines.join('\n'));
    expect(await failureOf(startStellarLedger({ dataFolder: folder }))).to.include(
      'ledger 2 was kept with another result than it has now',
    );
  });

  it('the sum of lumens except for fees, and trustlines equal to what was issued', async () => {
    const running = await startStellarLedger();
    const client = stellarClient(running);
    try {
      const users = await Promise.all([client.friend(), client.friend(), client.friend()]);
      for (const user of users) {
        await client.send(user, [Operation.changeTrust({ asset: client.usdc, limit: '100' })]);
        await client.post('/devnet/faucet', { to: user.publicKey(), amount: '500000000' });
      }
      const index = fc.integer({ min: 0, max: 2 });
      const move = fc.record({
        from: index,
        to: index,
        usdc: fc.boolean(),
        stroops: fc.bigInt({ min: 1n, max: 1_000_000_001n }),
        kind: fc.constantFrom('payment', 'claimable', 'burn'),
      });

      await fc.assert(
        fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 3 }), async (moves) => {
          for (const { from, to, usdc, stroops, kind } of moves) {
            const [payer, payee] = [users[from], users[to]];
            if (payer === undefined || payee === undefined) throw new Error('no such user');
            const asset = usdc ? client.usdc : Asset.native();
            const amount = showStroops(stroops);
            const destination = kind === 'burn' ? running.usdc.issuer : payee.publicKey();
            const operation =
              kind === 'claimable'
                ? Operation.createClaimableBalance({
                    asset,
                    amount,
                    claimants: [new Claimant(payee.publicKey())],
                  })
                : Operation.payment({ destination, asset, amount });
            await codesOf(client.send(payer, [operation]));
          }
          const seen = await sumsOf(client, users, running);
          expect(seen.lumens).to.equal(1_000_000_000_000_000_000n);
          expect(seen.lines).to.equal(seen.issued);
        }),
        { numRuns: 12 },
      );
    } finally {
      await running.stop();
    }
  });
});

type Client = ReturnType<typeof stellarClient>;

async function everythingOf(client: Client, users: readonly Keypair[]): Promise<unknown> {
  const plain = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replace(/http:\/\/127\.0\.0\.1:\d+/g, ''));
  const ledgers = await client.server.ledgers().limit(200).call();
  const transactions = await client.server.transactions().includeFailed(true).limit(200).call();
  const balances = await client.server.claimableBalances().call();
  const accounts = await Promise.all(
    users.map((user) => client.server.loadAccount(user.publicKey())),
  );
  return plain([ledgers.records, transactions.records, balances.records, accounts]);
}

/** All lumens with the fees, and USDC on trustlines and laid aside against what was issued. */
async function sumsOf(
  client: Client,
  users: readonly Keypair[],
  { usdc, passphrase }: { usdc: { issuer: string }; passphrase: string },
): Promise<{ lumens: bigint; lines: bigint; issued: bigint }> {
  const ids = [
    ...users.map((user) => user.publicKey()),
    usdc.issuer,
    Keypair.master(passphrase).publicKey(),
  ];
  const unitsOf = (amount: string | undefined): bigint =>
    BigInt((amount ?? '0.0000000').replace('.', ''));
  const sum = (amounts: readonly (string | undefined)[]): bigint =>
    amounts.reduce((total, amount) => total + unitsOf(amount), 0n);
  const { records } = await client.server.claimableBalances().limit(200).call();
  const aside = (native: boolean): bigint =>
    sum(records.filter(({ asset }) => (asset === 'native') === native).map((one) => one.amount));
  const ledger = (await client.server.ledgers().order('desc').limit(1).call()).records[0];
  const native = sum(await Promise.all(ids.map((id) => client.balance(id))));
  const held = sum(await Promise.all(users.map((user) => client.balance(user, 'USDC'))));

  let issued = 0n;
  let page = await client.server.payments().forAccount(usdc.issuer).limit(200).call();
  for (; page.records.length > 0; page = await page.next()) {
    for (const record of page.records) {
      if (!('amount' in record) || record.asset_code === undefined) continue;
      issued += (record.from === usdc.issuer ? 1n : -1n) * unitsOf(record.amount);
    }
  }
  return {
    lumens: native + aside(true) + unitsOf(ledger?.fee_pool),
    lines: held + aside(false),
    issued,
  };
}

async function failureOf(start: Promise<{ stop(): Promise<void> }>): Promise<string> {
  try {
    await (await start).stop();
    return 'started';
  } catch (error) {
    return String(error);
  }
}
