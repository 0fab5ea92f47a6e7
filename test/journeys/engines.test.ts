import { textField } from '@interline/cli';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
import { type EngineHarness, hasEngines, startEngineHarness } from '../support/engine-harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const source = 8453;
const destination = 42161;
const units = 100_000_000n;
const engines = [
  'lifi',
  'relay',
  'across',
  'socket',
  'debridge',
  'symbiosis',
  'stargate',
  'oneclick',
];

describe('a transfer over third-party engines', () => {
  let harness: EngineHarness;
  before(async function () {
    if (!(await hasEngines())) this.skip();
    harness = await startEngineHarness();
  });
  after(() => harness?.stop());

  it('goes over the one that nets the recipient most, and is done when the arrival was seen', async () => {
    const payer = await freshPayer(harness, source, units);
    const quote = await harness.client.post('/api/route/quote', {
      fromChain: source,
      toChain: destination,
      token: 'USDC',
      amount: units.toString(),
    });
    const best = (quote['compared'] as readonly { rail: string; best: boolean; ok: boolean }[])
      .filter((one) => one.best)
      .map((one) => one.rail); // CAST: the answer's own shape.

    const { receipt } = await send(harness, payer, { from: source, to: destination, units });
    const last = await endOfRoute(harness.client, textField(receipt, 'id'));

    expect(quote['bestOf']).to.equal(8);
    expect(last).to.include({ status: 'DONE', stage: 'DELIVERED', aggregator: best[0] });
    expect(last['to']).to.have.property(
      'delivered',
      (await usdcBalance(harness.devnet, destination, payer.address)).toString(),
    );
    const { service, gas, engine } = last.feeParts;
    expect(BigInt(service) + BigInt(gas)).to.equal(BigInt(last.svcFee));
    expect(BigInt(gas) > 0n).to.equal(true);
    expect(BigInt(engine ?? 0)).to.equal(BigInt(last.bridged) - BigInt(last.to.delivered ?? 0));
    expect(await usdcBalance(harness.devnet, source, payer.address)).to.equal(0n);
    expect([last['srcTx'], last['destTx']]).to.satisfy((hashes: unknown[]) =>
      hashes.every((hash) => /^0x[0-9a-f]{64}$/.test(String(hash))),
    );
  });

  for (const excludeRails of [[], ['lifi']]) {
    it(`of the operator's own funds is refused while the spender account holds none of them${excludeRails.length === 0 ? '' : ', with the same code if the request left a way out'}`, async () => {
      const body = {
        mode: 'self',
        live: true,
        fromChain: source,
        toChain: destination,
        token: 'USDC',
        amount: '900000000000',
        toAddress: `0x${'aa'.repeat(20)}`,
        excludeRails,
      };
      const asked = await fetch(`${harness.url}/api/route/execute`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${harness.operatorToken}`,
        },
        body: JSON.stringify(body),
      });

      expect(asked.status).to.equal(422);
      expect(await asked.json())
        .to.include({ errorCode: 'SIMULATION_FAILED' })
        .and.to.have.property('error')
        .that.contains('must be in the spender account');
    });
  }

  for (const engine of engines) {
    it(`arrives over ${engine} as well, to the unit that its receipt says`, async () => {
      const payer = await freshPayer(harness, source, units);

      const { receipt } = await send(harness, payer, {
        from: source,
        to: destination,
        units,
        excludeRails: engines.filter((one) => one !== engine),
      });
      const last = await endOfRoute(harness.client, textField(receipt, 'id'));

      expect(last).to.include({ status: 'DONE', aggregator: engine });
      const delivered = await usdcBalance(harness.devnet, destination, payer.address);
      expect(last['to']).to.have.property('delivered', delivered.toString());
      expect(BigInt((last['to'] as { min: string }).min) <= delivered).to.equal(true); // CAST: the receipt's own shape.
    });
  }
});
