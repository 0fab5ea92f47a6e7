import type { AgentAnswer } from '@interline/client';
import { signPermit } from '@interline/client';
import { type JsonRecord, textField } from '@interline/cli';
import { evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { toQuantity } from 'ethers';
import { recordField } from '../support/record-field.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type EngineHarness, hasEngines, startEngineHarness } from '../support/engine-harness.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine } from '../support/mining.ts';
import { freshPayer, type Payer, sign } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const base = 8453;
const arbitrum = 42161;
const units = 10_000_000_000n;
const gwei = 10n ** 9n;

describe('a sign request that waited while gas became several times as expensive', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [base, arbitrum] });
  });
  after(() => harness.stop());

  it('is refused before the pull with what to sign instead, and that goes through at once', async () => {
    const { payer, body } = await signedBefore(harness);

    const preflight = await harness.client.post('/api/route/preflight', body);
    const refused = await refusalOf(harness.client.post('/api/route/execute', body));

    expect(blockersOf(preflight)).to.deep.equal(['PRICE_MOVED']);
    expect([refused.status, refused.body['errorCode'], refused.body['retryable']]).to.deep.equal([
      409,
      'PRICE_MOVED',
      false,
    ]);
    expect(refused.body['error']).to.match(
      /^gas is worth [0-9]+ of USDC now and was [0-9]+ when the sign request was made: it rose by more than a tenth of the fee of 8000000$/,
    );
    expect(await harness.container.get(parts.store).reads.transfers.counts()).to.deep.equal({
      routes: 0,
      open: 0,
    });
    expect(await usdcBalance(harness.devnet, base, payer.address)).to.equal(units);
    expect(await signsAgain(harness, payer, refused.body)).to.include({ status: 'DONE' });
  });

  it('says on the float-lane path too what to sign instead', async () => {
    const { body } = await signedBefore(harness);

    const refused = await refusalOf(harness.client.post('/api/floatlane/execute', body));

    expect(refused.body['errorCode']).to.equal('PRICE_MOVED');
    expect(recordField(refused.body, 'details')).to.have.nested.property(
      'signAgain.status',
      'READY_TO_SIGN',
    );
  });
});

describe('a sign request for a third-party engine that waited while gas became several times as expensive', () => {
  let harness: EngineHarness;
  before(async function () {
    if (!(await hasEngines())) this.skip();
    harness = await startEngineHarness();
  });
  after(() => harness?.stop());

  it('is refused before the pull, and the new one has the higher gas price in its charge', async () => {
    const { payer, body, fee } = await signedBefore(harness);

    const refused = await refusalOf(harness.client.post('/api/route/execute', body));

    expect([refused.status, refused.body['errorCode']]).to.deep.equal([409, 'PRICE_MOVED']);
    const details = recordField(refused.body, 'details');
    const renewedFee = BigInt(textField(details, 'signAgain', 'quote', 'svcRouteFee'));
    expect(renewedFee > fee).to.equal(true);
    expect(await usdcBalance(harness.devnet, base, payer.address)).to.equal(units);
    expect(await signsAgain(harness, payer, refused.body)).to.include({ status: 'DONE' });
  });
});

/** 10,000 USDC, signed while gas cost a fraction of what it does then. */
async function signedBefore(
  harness: Harness,
): Promise<{ readonly payer: Payer; readonly body: JsonRecord; readonly fee: bigint }> {
  await setGas(harness, gwei / 2n);
  const payer = await freshPayer(harness, base, units);
  const { body, quote } = await sign(harness, payer, { from: base, to: arbitrum, units });
  await setGas(harness, 4n * gwei);
  return { payer, body, fee: BigInt(textField(quote, 'svcRouteFee')) };
}

/** Until the service prices gas of that base fee on the source, its tip included. */
async function setGas(harness: Harness, baseFee: bigint): Promise<void> {
  const chains = harness.container.get(parts.chains);
  await until(`gas at ${baseFee} wei`, async () => {
    await chainRpc(harness.devnet, base, 'anvil_setNextBlockBaseFeePerGas', [toQuantity(baseFee)]);
    await mine(harness.devnet, base);
    const price = await chains.gasCost(evmChain(base), 1n, AbortSignal.timeout(5_000));
    return price >= (baseFee * 8n) / 10n && price <= baseFee + 2n * gwei;
  });
}

/** Signs what the refusal brought, and follows the transfer to its end. */
async function signsAgain(
  harness: Harness,
  { wallet }: Payer,
  refusal: JsonRecord,
): Promise<JsonRecord> {
  // CAST: what of it is signed is checked first.
  const order = recordField(refusal, 'details')['signAgain'] as AgentAnswer;
  const receipt = await harness.client.post('/api/route/execute', {
    ...(await signPermit(wallet, order, { ...order.execute, fromChain: base, amount: `${units}` })),
    live: true,
  });
  return endOfRoute(harness.client, textField(receipt, 'id'));
}

function blockersOf(preflight: JsonRecord): readonly unknown[] {
  // CAST: a list by its shape.
  return (preflight['blockers'] as readonly JsonRecord[]).map((one) => one['code']);
}
