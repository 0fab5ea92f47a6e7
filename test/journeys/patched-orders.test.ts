import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signAndSend } from '@interline/cli';
import type { JsonObject } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { Interface } from 'ethers';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfTransfer } from '../support/engine-transfer.ts';
import { type EngineHarness, hasEngines, startEngineHarness } from '../support/engine-harness.ts';
import { moneyOf } from '../support/engine-money.ts';
import {
  destination,
  engineNames,
  mendEngine,
  newTransfer,
  source,
  startTransfer,
} from '../support/engine-transfer.ts';
import { freshPayer } from '../support/payer.ts';
import { until } from '../support/until.ts';

const dln = new Interface([
  'function patchOrderTake((uint64,bytes,uint256,bytes,uint256,uint256,bytes,uint256,bytes,bytes,bytes,bytes,bytes,bytes),uint256)',
  'function takePatches(bytes32) view returns (uint256)',
]);

describe("an engine whose calldata lowers what another payer's deBridge order pays", () => {
  let harness: EngineHarness;
  let socket: Server;
  /** What Socket's answers have called instead of its own contract. */
  let worded: { readonly to: string; readonly data: string } | null = null;

  before(async function () {
    if (!(await hasEngines())) this.skip();
    socket = createServer((request, response) => {
      void answered(request.url ?? '').then(({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      );
    });
    await new Promise<void>((done) => socket.listen(0, '127.0.0.1', done));
    const { port } = socket.address() as AddressInfo; // CAST: a TCP server's address.
    harness = await startEngineHarness({
      policy: { overdueAfterMs: 600_000, refundRetryMs: 200, retryAfterMs: 100 },
      settings: { engines: { socket: { baseUrl: `http://127.0.0.1:${port}` } } },
    });
  });
  after(async () => {
    socket.close();
    await harness?.stop();
  });

  it('is refused before anything is pulled, and the order pays all of it', async () => {
    const victim = await newTransfer(harness, 'debridge', 'stuck');
    const id = await startTransfer(harness, victim);
    const { order, orderId, takes } = await orderOf(id);
    const bridge = harness.devnet.chains.find(({ chainId }) => chainId === destination)?.bridge;
    worded = {
      to: String(bridge),
      data: dln.encodeFunctionData('patchOrderTake', [order, takes - 1n]),
    };
    const thief = await freshPayer(harness, destination, 100_000_000n);

    const refused = await signAndSend(harness.client, thief.wallet, {
      fromChain: String(destination),
      toChain: String(source),
      token: 'USDC',
      amount: '100000000',
      toAddress: thief.address,
      excludeRails: engineNames.filter((one) => one !== 'socket'),
    }).catch((error: unknown) => error);

    expect(refused).to.include({ errorCode: 'NO_ROUTE' });
    expect(refused)
      .to.have.property('message')
      .that.contains('its call changes what an order gives or takes');
    expect(
      await chainRpc(harness.devnet, destination, 'eth_call', [
        { to: String(bridge), data: dln.encodeFunctionData('takePatches', [orderId]) },
        'latest',
      ]),
    ).to.equal(`0x${'0'.repeat(64)}`);
    await mendEngine(harness, victim);
    expect(await endOfTransfer(harness, victim, id)).to.include({ status: 'DONE' });
    expect(await moneyOf(harness, victim)).to.include({ recipient: takes });
  });

  /** As the contracts take it, once the route waits for its fill. */
  async function orderOf(id: string) {
    const ref = await until('the track step', async () => {
      const route = await harness.container.get(parts.store).reads.transfers.route(id);
      const step = route?.plan.steps[route.cursor];
      return step?.kind === 'track' && (step.ref['ref'] as JsonObject); // CAST: the rail's own.
    });
    const order = ref['order'] as Readonly<Record<string, string>>; // CAST: the rail's own.
    const names = [
      ['salt', 'maker', 'giveChainId', 'giveToken', 'giveAmount', 'takeChainId', 'takeToken'],
      ['takeAmount', 'receiver', 'patchAuthority', 'orderAuthority', 'allowedTaker'],
      ['cancelBeneficiary'],
    ].flat();
    const takes = BigInt(order['takeAmount'] ?? '');
    return { order: [...names.map((name) => order[name]), '0x'], orderId: ref['orderId'], takes };
  }

  async function answered(path: string): Promise<{ status: number; body: string }> {
    const engine = harness.devnet.upstreams.find((one) => one.engine === 'socket');
    const answer = await fetch(`${engine?.url}${path}`);
    const body = await answer.text();
    if (worded === null || !path.startsWith('/v3/swap/quote'))
      return { status: answer.status, body };
    const read = JSON.parse(body) as { result?: { routes?: { txData?: { object: object } }[] } };
    for (const { txData } of read.result?.routes ?? [])
      if (txData !== undefined) Object.assign(txData.object, worded, { value: '0' });
    return { status: answer.status, body: JSON.stringify(read) };
  }
});
