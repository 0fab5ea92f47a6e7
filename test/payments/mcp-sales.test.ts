import type { PaymentRequired } from '@x402/core/types';
import { expect } from 'chai';
import { foreignClients, type McpClient } from '../http/mcp-clients.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { booksOf } from '../sponsor/sponsor-scene.ts';
import { buyer, chainId } from './payments-scene.ts';
import { approve } from './permit2-scene.ts';

/** x402 over MCP: the payment and what came of it stand in `_meta`. */
for (const { revision, open } of foreignClients)
  describe(`a tool of MCP ${revision} that is called beyond its limit`, () => {
    let harness: Harness;
    let client: McpClient;
    before(async () => {
      harness = await startHarness({ chainIds: [chainId], limitScale: 1 });
      client = await open(harness.url);
    });
    after(async () => {
      await client.close();
      await harness.stop();
    });

    const refused = async () => {
      for (let left = 200; left > 0; left -= 1) {
        const { isError, body } = await client.call('chains', {});
        if (isError) return body;
      }
      throw new Error('nothing limits it');
    };
    const pay = async (body: Record<string, unknown>, payer: Awaited<ReturnType<typeof buyer>>) =>
      payer.client.createPaymentPayload(body as unknown as PaymentRequired); // CAST: it is that too.

    it('is refused with what x402 demands for it, in addition to the words of the catalogue', async () => {
      const body = await refused();

      expect(body).to.include({ errorCode: 'RATE_LIMITED', retryable: true, x402Version: 2 });
      expect(body['resource']).to.deep.include({ url: 'mcp://tool/chains' });
      const accepts = body['accepts'] as readonly Record<string, unknown>[]; // CAST: as x402 has it.
      expect(accepts.map(({ network, amount }) => [network, amount])).to.deep.equal([
        ['eip155:8453', '10000'],
      ]);
    });

    it('is answered once it is paid, once for each payment, and says what came of it', async () => {
      const payer = await buyer(harness);
      const before = await booksOf(harness);
      const payment = await pay(await refused(), payer);

      const paid = await client.call('chains', {}, { 'x402/payment': payment });
      const again = await client.call('chains', {}, { 'x402/payment': payment });

      expect(paid.isError).to.equal(false);
      expect(paid.body).to.have.property('chains');
      expect(paid.meta['x402/payment-response']).to.deep.include({
        ...{ success: true, network: 'eip155:8453', payer: payer.address },
      });
      expect(again.isError).to.equal(true);
      expect(again.body).to.include({ error: 'duplicate_settlement', x402Version: 2 });
      expect(again.meta['x402/payment-response']).to.deep.include({
        ...{ success: false, errorReason: 'duplicate_settlement' },
      });
      expect(await usdcBalance(harness.devnet, chainId, payer.address)).to.equal(4_990_000n);
      const { deficits, unclaimed, fees } = await booksOf(harness);
      expect({ deficits, unclaimed, fees }).to.deep.equal({
        ...{ deficits: [], unclaimed: {}, fees: { USDC: (before.fees['USDC'] ?? 0n) + 10_000n } },
      });
    });

    it('is answered once it is paid by Permit2', async () => {
      const payer = await buyer(harness);
      await approve(harness, payer.address);
      const body = await refused();
      const accepts = (body['accepts'] as readonly object[]).map((one) => ({
        ...one,
        extra: { assetTransferMethod: 'permit2' },
      }));
      const payment = await pay({ ...body, accepts }, payer);

      const paid = await client.call('chains', {}, { 'x402/payment': payment });

      expect(paid.isError).to.equal(false);
      expect(await usdcBalance(harness.devnet, chainId, payer.address)).to.equal(4_990_000n);
    });

    it('is refused with the reason if the payment is invalid, and costs nothing', async () => {
      const poor = await buyer(harness, 0n);
      const payment = await pay(await refused(), poor);

      const unpaid = await client.call('chains', {}, { 'x402/payment': payment });
      const strange = await client.call('chains', {}, { 'x402/payment': 'a coin' });

      expect(unpaid.isError).to.equal(true);
      expect(unpaid.body).to.include({ error: 'insufficient_funds', errorCode: 'RATE_LIMITED' });
      expect(strange.body).to.include({ errorCode: 'BAD_REQUEST' });
    });
  });
