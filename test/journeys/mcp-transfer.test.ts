import { expect } from 'chai';
import { foreignClients, type McpClient } from '../http/mcp-clients.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer } from '../support/payer.ts';
import { claimsOf, type Prepared, signPrepared } from '../support/sign-prepared.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

for (const { revision, open } of foreignClients)
  describe(`an agent with a client of MCP ${revision}`, () => {
    let harness: Harness;
    let client: McpClient;
    before(async () => {
      harness = await startHarness({ chainIds: [8453, 42161] });
      client = await open(harness.url);
    });
    after(async () => {
      await client.close();
      await harness.stop();
    });

    it('moves 5 USDC by tools alone, from the quote to the signed receipt, for a wallet with no gas', async () => {
      const { wallet, address } = await freshPayer(harness, 8453, 5_000_000n);
      const wanted = { fromChain: 8453, toChain: 42161, token: 'USDC', amount: '5000000' };

      const quoted = await client.call('quote', wanted);
      const prepared = await client.call('prepare', { ...wanted, fromAddress: address });
      // CAST: the agent reads it as documented.
      const body = await signPrepared(wallet, prepared.body as unknown as Prepared);
      const checked = await client.call('preflight', body);
      const accepted = await client.call('execute', { ...body, live: true });
      const again = await client.call('execute', { ...body, live: true });
      const id = String(accepted.body['id']);
      const ended = await until('the route ends', async () => {
        const { body: receipt } = await client.call('status', { id, wait: '20' });
        return receipt['status'] === 'DONE' || receipt['status'] === 'FAILED' ? receipt : null;
      });
      const proof = await until('the receipt is signed', async () => {
        const reply = await client.call('receipt', { id });
        return reply.isError ? null : reply.body;
      });

      expect([quoted.isError, prepared.body['status']]).to.deep.equal([false, 'READY_TO_SIGN']);
      expect(checked.body).to.deep.include({ go: true, blockers: [] });
      expect([accepted.isError, again.isError, again.body['id']]).to.deep.equal([false, false, id]);
      expect(ended).to.include({ status: 'DONE', svcFee: '4000', bridged: '4996000' });
      expect(await usdcBalance(harness.devnet, 8453, address)).to.equal(0n);
      expect(await usdcBalance(harness.devnet, 42161, address)).to.equal(4_996_000n);
      expect(claimsOf(String(proof['jws']))).to.include({ id, status: 'DONE' });
    });

    it('learns in the words of the catalogue that a signature is for another amount', async () => {
      const { wallet, address } = await freshPayer(harness, 8453, 5_000_000n);
      const wanted = { fromChain: 8453, toChain: 42161, token: 'USDC', amount: '5000000' };
      const prepared = await client.call('prepare', { ...wanted, fromAddress: address });
      // CAST: as above.
      const body = await signPrepared(wallet, prepared.body as unknown as Prepared);

      const reply = await client.call('execute', { ...body, amount: '4000000', live: true });

      expect([reply.isError, reply.body['errorCode']]).to.deep.equal([true, 'PERMIT_INVALID']);
      expect(await usdcBalance(harness.devnet, 8453, address)).to.equal(5_000_000n);
    });
  });
