import { type JsonRecord, ServiceError } from '@interline/cli';
import { type Devnet, findBitcoind, startDevnet } from '@interline/devnet';
import { Keypair } from '@stellar/stellar-sdk';
import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { recordField } from '../support/record-field.ts';
import { until } from '../support/until.ts';

const stockDeployment = fileURLToPath(new URL('../../', import.meta.url));
const [base, arbitrum] = [8453, 42161];

/** Between two assets, and from BTC, its agreed minimum is the price; within one asset, whichever is more. */
const bodies: readonly {
  readonly of: string;
  readonly ask: JsonRecord;
  readonly isOneAsset?: true;
  readonly needsBitcoin?: true;
}[] = [
  ...['1000000', '250000000', '20000000000'].map((amount) => ({
    of: `${amount} units of USDC`,
    ask: { fromChain: base, toChain: arbitrum, token: 'USDC', amount },
    isOneAsset: true as const,
  })),
  {
    of: 'USDC with no slippage and a floor of its payer',
    ask: {
      ...{ fromChain: base, toChain: arbitrum, token: 'USDC', amount: '250000000' },
      ...{ slippage: 0, minOut: '249000000' },
    },
    isOneAsset: true,
  },
  ...['native', 'DAI'].map((toToken) => ({
    of: `USDC in ${toToken}`,
    ask: { fromChain: base, toChain: arbitrum, fromToken: 'USDC', toToken, amount: '250000000' },
  })),
  {
    of: 'USDC by an engine, as the float lane is left out',
    ask: {
      ...{ fromChain: base, toChain: arbitrum, token: 'USDC', amount: '250000000' },
      excludeRails: ['floatlane'],
    },
    isOneAsset: true,
  },
  {
    of: 'USDC to Stellar, to be claimed',
    ask: {
      ...{ fromChain: base, toChain: 'stellar', token: 'USDC', amount: '50000000' },
      ...{ toAddress: Keypair.random().publicKey(), claimable: true },
      memo: { type: 'id', value: '42' },
    },
    isOneAsset: true,
  },
  {
    of: 'a deposit of BTC',
    ask: {
      ...{ fromChain: 'bitcoin', toChain: base, fromToken: 'BTC', toToken: 'USDC' },
      ...{ amount: '100000', toAddress: freshAddress() },
    },
    needsBitcoin: true,
  },
];

describe('a body that agent/do answers with', () => {
  let devnet: Devnet | undefined;
  let harness: Harness;
  const hasBitcoin = findBitcoind() !== null;
  before(async () => {
    devnet = await startDevnet({
      chainIds: [base, arbitrum],
      beside: hasBitcoin ? ['bitcoin', 'stellar'] : ['stellar'],
      port: 0,
    });
    harness = await startHarness({ devnet, deployment: { dir: stockDeployment, settings: {} } });
  });
  after(async () => {
    if (devnet === undefined) return;
    await harness.stop();
    await devnet.stop();
  });

  for (const { of, ask, isOneAsset = false, needsBitcoin = false } of bodies)
    it(`runs in the sandbox as it is: ${of}`, async function () {
      if (needsBitcoin && !hasBitcoin) this.skip();
      const body = await prepared(ask);
      const receipt = await harness.client.post('/api/route/execute', body, {
        'x-svc-sandbox': '1',
      });

      const to = recordField(receipt, 'to');
      expect(receipt).to.include({ status: 'BRIDGING', sandbox: true });
      expect(receipt['id']).to.match(/^sbx_/);
      expect(to['min']).to.equal(body['minOut']);
      expect(BigInt(String(to['estimated'])) >= BigInt(String(body['minOut']))).to.equal(true);
      if (!isOneAsset) expect(to['estimated']).to.equal(body['minOut']);
    });

  /** The execute body, once the prices that it needs were read. */
  async function prepared(ask: JsonRecord): Promise<JsonRecord> {
    const payer = freshAddress();
    const isDeposit = ask['fromChain'] === 'bitcoin';
    const named = isDeposit ? ask : { fromAddress: payer, toAddress: payer, ...ask };
    const answer = await until('an order', () =>
      harness.client.post('/api/agent/do', named).catch((error: unknown) => {
        if (error instanceof ServiceError && error.errorCode === 'NO_ROUTE') return false as const;
        throw error;
      }),
    );
    return recordField(answer, 'execute');
  }
});
