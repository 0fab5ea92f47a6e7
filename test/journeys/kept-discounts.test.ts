import { fileURLToPath } from 'node:url';
import { type JsonRecord, textField } from '@interline/cli';
import { expect } from 'chai';
import { recordField } from '../support/record-field.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { floatBooks } from '../support/float-books.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, sign } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { until } from '../support/until.ts';

const base = 8453;
const arbitrum = 42161;
const units = 10_000_000_000n;
const dir = fileURLToPath(new URL('../../', import.meta.url));

describe('orders that were kept at a discount together', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({
      chainIds: [base, arbitrum],
      deployment: {
        dir,
        include: ['floatlane'],
        settings: { floatlane: { subsidisedChains: 'all' } },
      },
    });
    const books = await floatBooks(harness);
    const free = (id: number) => books.find(({ chainId }) => chainId === id)?.free ?? 0n;
    await setTarget(base, free(base) + units);
    await setTarget(arbitrum, free(arbitrum) - units);
  });
  after(() => harness.stop());

  it('have it as long as it is due, and are then refused with what to sign instead', async () => {
    const payer = await freshPayer(harness, base, 3n * units);
    const transfer = { from: base, to: arbitrum, units };
    const { body: first } = await until('the discount', async () => {
      const signed = await sign(harness, payer, transfer);
      return signed.quote['svcRouteFee'] === '2000000' && signed;
    });
    const { body: second } = await sign(harness, payer, transfer);

    const sent = await harness.client.post('/api/route/execute', { ...first, live: true });
    const delivered = await endOfRoute(harness.client, textField(sent, 'id'));
    const refused = await refusalOf(
      harness.client.post('/api/route/execute', { ...second, live: true }),
    );

    expect(delivered).to.include({ status: 'DONE', svcFee: '2000000' });
    expect([refused.status, refused.body['errorCode']]).to.deep.equal([409, 'PRICE_MOVED']);
    expect(recordField(refused.body, 'details')).to.have.nested.property(
      'signAgain.status',
      'READY_TO_SIGN',
    );
  });

  async function setTarget(chain: number, target: bigint): Promise<void> {
    const body: JsonRecord = { chain, token: 'USDC', units: target.toString(), reason: 'test' };
    const answer = await fetch(`${harness.url}/operator/float/target`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${harness.operatorToken}`,
      },
      body: JSON.stringify(body),
    });
    expect(answer.status).to.equal(200);
  }
});
