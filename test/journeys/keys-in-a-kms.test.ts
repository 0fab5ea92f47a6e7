import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { textField } from '@interline/cli';
import { evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import { type Devnet, startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { type Harness, type HarnessOptions, startHarness } from '../support/harness.ts';
import { type KmsManner, type KmsStandIn, startKmsStandIn } from '../support/kms/kms-stand-in.ts';
import { withEnv } from '../support/kms/with-env.ts';
import { freshPayer, send } from '../support/payer.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

describe('a service whose keys are in a KMS', () => {
  let devnet: Devnet;
  let kms: KmsStandIn;
  const env = withEnv(() => kms.env);
  before(async () => {
    kms = await startKmsStandIn();
    env.set();
    devnet = await startDevnet({ chainIds: [8453, 42161], port: 0 });
  });
  after(async () => {
    env.restore();
    await devnet.stop();
    await kms.stop();
  });
  afterEach(() => kms.behave('signs'));

  const keyAt = (key: string) => ({ kms: { region: kms.region, key, endpoint: kms.endpoint } });
  function keysInKms(): NonNullable<HarnessOptions['keys']> {
    return {
      written: {
        spender: keyAt(kms.createKey().arn),
        float: keyAt(kms.createKey().alias),
        privacy: { env: 'HARNESS_PRIVACY' },
      },
      secrets: { HARNESS_PRIVACY: '5a'.repeat(32) },
    };
  }
  const started = (more: HarnessOptions = {}): Promise<Harness> =>
    startHarness({ devnet, keys: keysInKms(), ...more });

  /** How many transactions the account has in blocks. */
  const sentBy = async (chainId: number, account: string): Promise<number> =>
    Number(await chainRpc(devnet, chainId, 'eth_getTransactionCount', [account, 'latest']));
  const accountsOf = (harness: Harness) => {
    const custody = harness.container.get(parts.custody);
    return {
      spender: custody.account(evmChain(8453), 'spender'),
      float: custody.account(evmChain(42161), 'float'),
    };
  };

  it('moves dollars to another chain, and every transaction is signed there', async () => {
    const harness = await started();
    try {
      const { spender, float } = accountsOf(harness);
      const before = kms.calls.length;
      const payer = await freshPayer(harness, 8453, 5_000_000n);

      const sent = await send(harness, payer, { from: 8453, to: 42161, units: 5_000_000n });
      const receipt = await endOfRoute(harness.client, textField(sent.receipt, 'id'));

      expect(receipt).to.include({ status: 'DONE', stage: 'DELIVERED', bridged: '4996000' });
      expect(await usdcBalance(devnet, 42161, payer.address)).to.equal(4_996_000n);
      // The payer's allowance, the pull, the payout: each asked for once.
      expect([await sentBy(8453, spender), await sentBy(42161, float)]).to.deep.equal([2, 1]);
      expect(kms.calls.slice(before).map(({ target }) => target)).to.deep.equal(
        Array.from({ length: 3 }, () => 'TrentService.Sign'),
      );
    } finally {
      await harness.stop();
    }
  });

  it('merges transactions of an account that was delegated by two signatures of the KMS', async () => {
    const harness = await started({ batching: [8453, 42161] });
    try {
      const payers = await Promise.all(
        [1, 2, 3, 4].map(() => freshPayer(harness, 8453, 5_000_000n)),
      );

      const ends = await Promise.all(
        payers.map(async (payer) => {
          const sent = await send(harness, payer, { from: 8453, to: 42161, units: 5_000_000n });
          return endOfRoute(harness.client, textField(sent.receipt, 'id'));
        }),
      );

      expect(ends.map(({ status }) => status)).to.deep.equal(['DONE', 'DONE', 'DONE', 'DONE']);
    } finally {
      await harness.stop();
    }
  });

  for (const [manner, what] of [
    ['throttles', 'throttles'],
    ['hangs', 'does not answer'],
    ['signs-unheard', 'signs and is not heard'],
    ['other-key', 'signs with another key'],
    ['garbage', 'answers with what is not a signature'],
  ] as const satisfies readonly (readonly [KmsManner, string])[])
    it(`sends nothing while the KMS ${what}, and each transaction once when it signs again`, async () => {
      const harness = await started();
      try {
        const { spender, float } = accountsOf(harness);
        const payer = await freshPayer(harness, 8453, 5_000_000n);
        kms.behave(manner);
        const before = kms.calls.length;

        const sent = await send(harness, payer, { from: 8453, to: 42161, units: 5_000_000n });
        const id = textField(sent.receipt, 'id');
        await until('the KMS asked again', () => kms.calls.length >= before + 4);
        const stage = await harness.client.get(`/api/route/status?id=${id}`);
        const sentMeanwhile = [await sentBy(8453, spender), await sentBy(42161, float)];
        const forms = await formsOf(harness, id);
        kms.behave('signs');
        const receipt = await endOfRoute(harness.client, id);

        expect(stage).to.include({ status: 'BRIDGING' });
        expect(sentMeanwhile).to.deep.equal([0, 0]);
        expect(forms.every(({ raw }) => raw === null)).to.equal(true);
        expect(receipt).to.include({ status: 'DONE', bridged: '4996000' });
        expect([await sentBy(8453, spender), await sentBy(42161, float)]).to.deep.equal([2, 1]);
        expect(await usdcBalance(devnet, 42161, payer.address)).to.equal(4_996_000n);
      } finally {
        await harness.stop();
      }
    });

  it('signs after a restart what was committed while the KMS was silent', async () => {
    const dataDir = await mkdtemp(join(fastFolder, 'interline-kms-'));
    const keys = keysInKms();
    const first = await started({ dataDir, keys });
    const payer = await freshPayer(first, 8453, 5_000_000n);
    const { spender, float } = accountsOf(first);
    kms.behave('hangs');
    const sent = await send(first, payer, { from: 8453, to: 42161, units: 5_000_000n });
    await first.stop();
    kms.behave('signs');

    const second = await started({ dataDir, keys });
    try {
      const receipt = await endOfRoute(second.client, textField(sent.receipt, 'id'));

      expect(receipt).to.include({ status: 'DONE', bridged: '4996000' });
      expect([await sentBy(8453, spender), await sentBy(42161, float)]).to.deep.equal([2, 1]);
    } finally {
      await second.stop();
      await rm(dataDir, { recursive: true });
    }
  });
});

async function formsOf(harness: Harness, routeId: string) {
  const { transactions } = harness.container.get(parts.store).reads;
  const of = await transactions.transactionsOf(routeId);
  return transactions.signedTransactionsOf(of.map(({ id }) => id));
}
