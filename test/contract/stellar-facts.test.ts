import { stellarFacts } from '@interline/adapters/chain-facts';
import { systemClock } from '@interline/adapters/clock';
import { nonEvmNodes, type TokenRef } from '@interline/kernel';
import type { OutboundHttp } from '@interline/ports';
import { Account, Keypair, MuxedAccount, Operation } from '@stellar/stellar-sdk';
import { expect } from 'chai';
import { stellarClient } from '@interline/devnet/stellar-client';
import { type RunningStellarLedger, startStellarLedger } from '@interline/devnet/stellar-ledger';

const { signal } = new AbortController();

/** The ledger is on loopback, which the service's own way out may refuse. */
const http: OutboundHttp = {
  async request({ url }) {
    const answered = await fetch(url);
    return { status: answered.status, headers: {}, body: await answered.text() };
  },
};

describe("the facts of Stellar, on the devnet's ledger", () => {
  let running: RunningStellarLedger;
  let client: ReturnType<typeof stellarClient>;
  before(async () => {
    running = await startStellarLedger();
    client = stellarClient(running);
  });
  after(() => running.stop());

  const token = (address: string): TokenRef => {
    const chain = nonEvmNodes.find((node) => node.wire === 'stellar')?.chain;
    if (chain === undefined) throw new Error('the mesh has no node stellar');
    return { chain, address, symbol: 'T', decimals: 7, asset: 'T' };
  };
  const usdc = () => token(`${running.usdc.code}:${running.usdc.issuer}`);
  // Facts are kept for seconds, so each question has its own.
  const recipientOf = (asked: TokenRef, owner: Keypair) =>
    stellarFacts(running.horizonUrl, http, systemClock).recipientOf(
      asked,
      owner.publicKey(),
      signal,
    );

  it('know an account that is not there, and the reserve that creates it', async () => {
    const nobody = Keypair.random();

    expect(await recipientOf(token('native'), nobody)).to.deep.equal({
      exists: false,
      trusts: true,
      demandsMemo: false,
      createCost: 10_000_000n,
    });
    expect(await recipientOf(usdc(), nobody)).to.deep.include({ exists: false, trusts: false });
  });

  it('know a trustline from the moment it is added', async () => {
    const friend = await client.friend();
    expect(await recipientOf(usdc(), friend)).to.deep.include({ exists: true, trusts: false });

    await client.send(friend, [Operation.changeTrust({ asset: client.usdc })]);

    expect(await recipientOf(usdc(), friend)).to.deep.include({ trusts: true, createCost: 0n });
  });

  it('know an account that demands a memo', async () => {
    const exchange = await client.friend();
    expect(await recipientOf(token('native'), exchange)).to.deep.include({ demandsMemo: false });

    await client.send(exchange, [
      Operation.manageData({ name: 'config.memo_required', value: '1' }),
    ]);

    expect(await recipientOf(token('native'), exchange)).to.deep.include({ demandsMemo: true });
  });

  it('know the account behind a muxed address, whose number stands in place of a memo', async () => {
    const exchange = await client.friend();
    await client.send(exchange, [
      Operation.changeTrust({ asset: client.usdc }),
      Operation.manageData({ name: 'config.memo_required', value: '1' }),
    ]);
    const muxed = (of: Keypair) =>
      new MuxedAccount(new Account(of.publicKey(), '0'), '7').accountId();
    const factsOf = (owner: string) =>
      stellarFacts(running.horizonUrl, http, systemClock).recipientOf(usdc(), owner, signal);

    expect(await factsOf(exchange.publicKey())).to.deep.include({ demandsMemo: true });
    expect(await factsOf(muxed(exchange))).to.deep.include({
      exists: true,
      trusts: true,
      demandsMemo: false,
    });
    expect(await factsOf(muxed(Keypair.random()))).to.deep.include({ exists: false });
  });

  it("do not take the 404 of a gateway for Horizon's word that an account is not there", async () => {
    const page = { status: 404, headers: {}, body: '<html>404 Not Found</html>' };
    const gateway: OutboundHttp = { request: async () => page };
    const facts = stellarFacts(running.horizonUrl, gateway, systemClock);

    const error = await facts
      .recipientOf(token('native'), (await client.friend()).publicKey(), signal)
      .catch((cause: unknown) => cause);

    expect(error).to.include({ code: 'CHAIN_UNREACHABLE' });
  });

  it('say that Stellar does not answer while its Horizon is gone', async () => {
    const facts = stellarFacts('http://127.0.0.1:1', http, systemClock);

    const error = await facts
      .recipientOf(token('native'), Keypair.random().publicKey(), signal)
      .catch((cause: unknown) => cause);

    expect(error).to.include({ code: 'CHAIN_UNREACHABLE' });
  });
});
