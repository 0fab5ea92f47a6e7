import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DevnetSolana } from '../devnet-report.ts';
import { NodeFleet } from '../processes/node-fleet.ts';
import { hasSurfpool, startSurfpool } from './start-surfpool.ts';

const anyAccount = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';

/** A child whose first run reports a port that belongs to another program. */
function robbedOnce(mark: string, strangersUrl: string): string {
  const child = import.meta.resolve('@interline/devnet/surfpool-child');
  return `
    import { existsSync, writeFileSync } from 'node:fs';
    if (existsSync(${JSON.stringify(mark)})) await import(${JSON.stringify(child)});
    else {
      writeFileSync(${JSON.stringify(mark)}, '');
      process.send({ rpcUrl: ${JSON.stringify(strangersUrl)}, wsUrl: '' });
      process.channel.ref();
    }
  `;
}

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

  it('is started again when another program took the port it chose', async () => {
    const thief = createServer((_request, response) => response.end('{"id":0,"result":null}'));
    await once(thief.listen(0, '127.0.0.1'), 'listening');
    const { port } = thief.address() as AddressInfo; // CAST: a TCP server's address.
    const folder = await mkdtemp(join(tmpdir(), 'interline-surfpool-'));
    const program = join(folder, 'robbed-once.mjs');
    await writeFile(program, robbedOnce(join(folder, 'robbed'), `http://127.0.0.1:${port}`));

    const { rpcUrl } = await startSurfpool(fleet, () => undefined, {
      program,
      deadlinesMs: [1_000, 60_000],
    });

    thief.close();
    await rm(folder, { recursive: true });
    expect(rpcUrl).to.not.equal(`http://127.0.0.1:${port}`);
    expect(await ask('getHealth', [], rpcUrl)).to.equal('ok');
  });

  async function ask(
    method: string,
    params: readonly unknown[],
    rpcUrl = node.rpcUrl,
  ): Promise<string> {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(20_000),
    });
    return ((await response.json()) as { readonly result: string }).result; // CAST: JSON-RPC's own shape.
  }
});
