import { createClient } from '@interline/client';
import { claimPasses } from '@interline/client/passes';
import { asUnits, evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine } from '../support/mining.ts';
import { type Ran, runInterline } from '../support/run-interline.ts';
import { until } from '../support/until.ts';

const base = evmChain(8_453);

describe('an invoice that was paid after the backup that was restored', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [8453, 42161] });
  });
  after(() => harness.stop());

  const client = () => createClient({ baseUrl: harness.url, sendsRefusedOnce: true });
  const operator = (...args: readonly string[]): Promise<Ran> =>
    runInterline([...args, '--url', harness.url, '--json'], {
      env: { INTERLINE_OPERATOR_TOKEN: harness.operatorToken },
    });
  const adopt = (id: string, ...args: readonly string[]): Promise<Ran> =>
    operator('passes', 'adopt', id, '--asset', 'usdc-8453', '--bundle', 'bulk', ...args);
  const jsonOf = (text: string): Record<string, unknown> =>
    JSON.parse(text) as Record<string, unknown>; // CAST: what --json prints.
  const codeOf = ({ err }: Ran): unknown => jsonOf(err)['errorCode'];
  const stateOf = async (id: string): Promise<unknown> =>
    client()
      .call('GET /api/plus/invoice/{id}', { params: { id } })
      .then(({ state, remaining }) => [state, remaining]);
  const usdc = (): string => {
    const listed = harness.devnet.chains.find(({ chainId }) => chainId === 8453);
    return listed?.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '';
  };
  /** Known to its payer, and to no store. */
  const lost = () => {
    const id = `inv_${randomBytes(16).toString('hex')}`;
    return { id, paid: harness.container.get(parts.payments).addressOf(base, id) };
  };

  it('is taken back by its id, what is at its address pays for its passes, and the audit does not have the id', async () => {
    const { id, paid } = lost();
    const unpaid = await adopt(id, '--dry-run');
    await harness.devnet.faucet({
      chainId: 8453,
      token: usdc(),
      to: paid.address,
      amount: 10_000_000n,
    });

    const dry = jsonOf((await adopt(id, '--issued', '1000', '--dry-run')).out);
    const done = await adopt(id, '--issued', '1000', '--reason', 'paid after the backup');
    await until('it is paid', async () => String(await stateOf(id)) === 'paid,24000');
    const { passes, remaining } = await claimPasses(client(), id, 5, { keep: () => undefined });
    const again = await adopt(id, '--reason', 'once more');
    const audit = await operator('operator', 'audit');

    expect(codeOf(unpaid)).to.equal('WRONG_STATE');
    expect(dry['after']).to.include({
      price: '10000000',
      holds: '10000000',
      collected: '0',
      paysFor: 25_000,
      issued: 1_000,
    });
    expect([done.code, passes.length, remaining]).to.deep.equal([0, 5, 23_995]);
    expect(codeOf(again)).to.equal('WRONG_STATE');
    expect(audit.out).to.include(`invoice at ${paid.address} on 8453`);
    expect(audit.out).not.to.include(id);
  });

  it('is taken back if it was collected already, and its collection leaves the desk', async () => {
    const { id, paid } = lost();
    await harness.container.get(parts.store).run('found', (tx) =>
      tx.transactions.putUnmatched({
        id: `${base}/0x${'c0'.repeat(32)}/0`,
        kind: 'collection',
        chain: base,
        account: paid.collector,
        slot: 900,
        hash: `0x${'c0'.repeat(32)}`,
        block: 1,
        atMs: Date.now(),
        moved: [
          {
            token: usdc().toLowerCase(),
            from: paid.address,
            to: paid.recipient,
            units: asUnits(10_000_000n),
          },
        ],
        spent: null,
        permit: null,
        sinceMs: Date.now(),
      }),
    );
    // Deep enough to be final.
    await mine(harness.devnet, 8453, 20);
    const before = await operator('desk');
    const tooMany = await adopt(id, '--issued', '25001', '--reason', 'as they say');
    const done = await adopt(id, '--reason', 'paid and collected after the backup');
    const after = await operator('desk');

    expect(before.out).to.include('interline passes adopt <inv_id>');
    expect(codeOf(tooMany)).to.equal('WRONG_STATE');
    expect(done.code, done.err).to.equal(0);
    expect(await stateOf(id)).to.deep.equal(['paid', 25_000]);
    expect(after.out).not.to.include('interline passes adopt');
  });

  it('gets the asset that it was paid in if the store has it unpaid in another, and no third one after that', async () => {
    const asked = { bundle: 'bulk', asset: 'usdc-8453' } as const;
    const { id, payTo } = await client().call('POST /api/plus/invoice', { body: asked });
    const elsewhere = harness.devnet.chains.find(({ chainId }) => chainId === 42161);
    const token = elsewhere?.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '';
    await harness.devnet.faucet({ chainId: 42161, token, to: payTo, amount: 10_000_000n });
    const on = (asset: string, bundle: string): Promise<Ran> => {
      const named = ['passes', 'adopt', id, '--asset', asset, '--bundle', bundle];
      return operator(...named, '--reason', 'sent on the wrong chain');
    };

    const other = await on('usdc-42161', 'bundle');
    const done = await on('usdc-42161', 'bulk');
    await until('it is paid', async () => {
      await mine(harness.devnet, 42161);
      return String(await stateOf(id)) === 'paid,25000';
    });
    const back = await on('usdc-8453', 'bulk');

    expect(other.err).to.include('1 x bulk');
    expect(done.code, done.err).to.equal(0);
    expect(back.err).to.include('it is paid in usdc-42161');
    expect(codeOf(back)).to.equal('WRONG_STATE');
  });

  it('keeps its asset if it was paid in that, or is about to be', async () => {
    const asked = { bundle: 'bulk', asset: 'usdc-8453' } as const;
    const { id, payTo } = await client().call('POST /api/plus/invoice', { body: asked });
    const elsewhere = harness.devnet.chains.find(({ chainId }) => chainId === 42161);
    const token = elsewhere?.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '';
    await harness.devnet.faucet({ chainId: 42161, token, to: payTo, amount: 10_000_000n });
    await harness.devnet.faucet({ chainId: 8453, token: usdc(), to: payTo, amount: 1n });

    const named = ['passes', 'adopt', id, '--asset', 'usdc-42161', '--bundle', 'bulk'];
    const refused = await operator(...named, '--reason', 'sent on both');

    expect(refused.err).to.include('it is paid in usdc-8453');
  });
});
