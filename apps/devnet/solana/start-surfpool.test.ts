import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import type { DevnetSolana } from '../devnet-report.ts';
import { NodeFleet } from '../processes/node-fleet.ts';
import { hasSurfpool, startSurfpool } from './start-surfpool.ts';

const anyAccount = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';

describe('a Solana runtime of the devnet', function () {
  this.timeout(60_000);
  let fleet: NodeFleet;
  let node: DevnetSolana;

  before(async function () {
    if (!hasSurfpool()) this.skip();
    fleet = new NodeFleet(randomBytes(16).toString('hex'));
    node = await startSurfpool(fleet, () => undefined);
  });
  after(async () => {
    await fleet?.stop();
  });

  it('still answers after more events than its queue holds', async () => {
    const paid: string[] = [];
    for (let lamports = 1_000_000; lamports < 1_000_800; lamports += 1)
      paid.push(await ask('requestAirdrop', [anyAccount, lamports]));

    expect(new Set(paid).size).to.equal(800);
    expect(await ask('getHealth', [])).to.equal('ok');
  });

  async function ask(method: string, params: readonly unknown[]): Promise<string> {
    const response = await fetch(node.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(20_000),
    });
    return ((await response.json()) as { readonly result: string }).result; // CAST: JSON-RPC's own shape.
  }
});
