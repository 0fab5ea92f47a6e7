import { expect } from 'chai';
import { dataLength } from 'ethers';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { chainList } from './chains/chain-list.ts';
import { rpc, rpcBatch } from './chains/json-rpc.ts';
import { canonicalContracts } from './contracts/canonical-contracts.ts';
import { readPidRecords, stillRuns } from './processes/pid-record.ts';
import { startDevnet } from './supervisor.ts';

describe('a devnet', () => {
  it('brings up all 22 chains, each with its own id and the canonical contracts', async () => {
    const startedAt = performance.now();
    const devnet = await startDevnet();
    console.log(`      22 chains in ${Math.round(performance.now() - startedAt)} ms`);

    try {
      const answers = await Promise.all(
        devnet.chains.map(({ rpcUrl }) =>
          rpcBatch(rpcUrl, [
            { method: 'eth_chainId', params: [] },
            ...canonicalContracts.map(({ address }) => ({
              method: 'eth_getCode',
              params: [address, 'latest'],
            })),
          ]),
        ),
      );

      expect(devnet.chains.map(({ chainId, name }) => ({ chainId, name }))).to.deep.equal(
        chainList,
      );
      expect(answers.map(([chainId]) => Number(chainId))).to.deep.equal(
        chainList.map(({ chainId }) => chainId),
      );
      for (const [, permit2, entryPoint] of answers) {
        expect([dataLength(String(permit2)), dataLength(String(entryPoint))]).to.deep.equal([
          9_152, 21_738,
        ]);
      }
    } finally {
      await devnet.stop();
    }
  });

  it('is a new ledger with new keys every time', async () => {
    const first = await startDevnet({ chainIds: [8453] });
    const second = await startDevnet({ chainIds: [8453] });
    const accounts = await Promise.all(
      [first, second].map(({ chains: [chain] }) => rpc(chain?.rpcUrl ?? '', 'eth_accounts')),
    );

    await Promise.all([first.stop(), second.stop()]);

    expect(first.instance).to.not.equal(second.instance);
    expect(accounts.flat()).to.have.lengthOf(6);
    expect(new Set(accounts.flat()).size).to.equal(6);
    expect(accounts.flat()).to.not.include('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266');
  });

  it('leaves no process and no record behind when it stops, however often', async () => {
    const devnet = await startDevnet({ chainIds: [8453, 42161] });
    const nodes = readPidRecords().get(devnet.instance)?.nodes ?? [];
    const running = nodes.map(stillRuns);

    await Promise.all([devnet.stop(), devnet.stop()]);
    await devnet.stop();

    expect(running).to.deep.equal([true, true]);
    expect(nodes.map(stillRuns)).to.deep.equal([false, false]);
    expect(readPidRecords().has(devnet.instance)).to.equal(false);
    expect(await messageOf(fetch(`${devnet.url}/devnet`))).to.equal('fetch failed');
  });

  it('names what it has when asked for a chain it does not have', async () => {
    expect(await messageOf(startDevnet({ chainIds: [8453, 5] }))).to.match(
      /^the devnet has no chain 5; it has 1, 10, 56, /,
    );
    expect(await messageOf(startDevnet({ chainIds: [] }))).to.equal(
      'no chains were named; leave the list out to start all of them',
    );
  });

  it('says which port is taken, and starts nothing', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number }; // CAST: a TCP server's address.
    const message = await messageOf(startDevnet({ chainIds: [8453], port }));

    holder.close();
    expect(message).to.equal(
      `the devnet cannot listen on 127.0.0.1:${port}: the port is taken; stop what holds it or choose another with DEVNET_PORT`,
    );
    expect(ownRecords()).to.equal(0);
  });

  it('stops what it had started when it is called off', async () => {
    const calledOff = new AbortController();
    const starting = startDevnet({ chainIds: [8453, 42161], signal: calledOff.signal });
    while (ownRecords() === 0) await new Promise(setImmediate);

    calledOff.abort();

    expect(await messageOf(starting)).to.equal('the devnet was stopped while it started');
    expect(ownRecords()).to.equal(0);
  });
});

// Other devnets of this machine come and go meanwhile.
function ownRecords(): number {
  return [...readPidRecords().values()].filter(({ supervisor }) => supervisor.pid === process.pid)
    .length;
}

async function messageOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}
