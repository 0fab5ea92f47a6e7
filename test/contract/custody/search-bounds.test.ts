import { asUnits, evmAddress, type Hex } from '@interline/kernel';
import { expect } from 'chai';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { mined } from '../../support/mined.ts';
import {
  type Behaviour,
  changing,
  honest,
  misbehavingNode,
  type MisbehavingNode,
  type Reply,
  written,
} from './misbehaving-node.ts';
import { valueOf } from './outcome-value.ts';
import { committed } from './transactions.ts';

const { signal } = new AbortController();
const [first, last]: readonly [Hex, Hex] = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`];
const recipient = evmAddress(`0x${'42'.repeat(20)}`);

describe('a search for transfers on a node that invents heights', () => {
  let scene: CustodyScene;
  let node: MisbehavingNode;
  let search: { token: typeof recipient; from: typeof recipient; first: Hex; last: Hex };
  before(async () => {
    scene = await custodyScene();
    node = await misbehavingNode(scene.rpcUrl);
    search = { token: scene.usdc, from: scene.custody.evmAccounts.spender, first, last };
  });
  beforeEach(() => {
    node.behave(honest);
  });
  after(async () => {
    await node.close();
    await scene.close();
  });

  it('asks for logs 400 times if 4,000,000 blocks lie between, and not at all for one more', async () => {
    const custody = scene.over([node.url]);
    node.behave(receiptsAt(0, 3_999_999));
    const most = await custody.takenBetween(scene.chain, search, signal);
    const asked = logsAsked();
    node.behave(receiptsAt(0, 4_000_000));
    const beyond = await custody.takenBetween(scene.chain, search, signal);

    expect([most, asked, beyond, logsAsked()]).to.deep.equal([0n, 400, null, 400]);
  });

  it('asks for nothing more once it was given up', async () => {
    const custody = scene.over([node.url]);
    const caller = new AbortController();
    const before = logsAsked();
    const lie = receiptsAt(0, 3_999_999);
    node.behave(async (calls, forward) => {
      if (logsAsked() - before === 3) caller.abort();
      return lie(calls, forward);
    });

    const given = await custody.takenBetween(scene.chain, search, caller.signal);
    // What it would ask for next would be in front of these.
    for (let round = 0; round < 5; round += 1)
      await custody.queue(scene.chain, custody.evmAccounts.spender, signal);

    expect([given, logsAsked() - before]).to.deep.equal([null, 3]);
  });

  it('counts no payment as deeper than two nodes have come, if one alone shows it under a later head', async () => {
    await scene.give('USDC', scene.custody.evmAccounts.float, 5n);
    const sinceSec = Number(await scene.now());
    const [prepared = expect.fail()] = valueOf(
      await scene.custody.prepare(
        {
          kind: 'payout',
          purpose: 'payout',
          chain: scene.chain,
          token: scene.usdc,
          role: 'float',
          to: recipient,
          units: asUnits(5n),
        },
        signal,
      ),
    );
    const [payout = expect.fail()] = await committed(scene.custody, [prepared]);
    await scene.custody.broadcast([payout.signedTransaction]);
    await mined(scene.rpc, payout.signedTransaction.hash);
    await scene.rpc('anvil_mine', ['0x2']);
    const from = [scene.custody.evmAccounts.float];
    const payments = { token: scene.usdc, from, to: recipient, sinceSec };
    node.behave(
      changing('eth_blockNumber', ({ id, result }) => ({ id, result: hex(Number(result) + 1) })),
    );
    const other = await misbehavingNode(scene.rpcUrl);
    other.behave(changing('eth_getLogs', ({ id }) => ({ id, result: [] })));
    const custody = scene.over([node.url, other.url]);

    const found = await custody.paymentsSince(scene.chain, payments, signal);
    await other.close();

    expect(found?.map(({ depth, units }) => [depth, units])).to.deep.equal([[3, 5n]]);
  });

  function logsAsked(): number {
    return node.requests.flat().filter(({ method }) => method === 'eth_getLogs').length;
  }
});

/** Shows the two receipts in blocks of these heights, and no log. */
function receiptsAt(low: number, high: number): Behaviour {
  return async (calls, forward) => {
    const replies = await forward();
    return written(
      calls,
      replies.map((reply, index): Reply => {
        const { method, params: [hash] = [] } = calls[index] ?? {};
        if (method === 'eth_blockNumber') return { id: reply.id, result: hex(high) };
        if (method === 'eth_getLogs') return { id: reply.id, result: [] };
        if (method !== 'eth_getTransactionReceipt') return reply;
        const result = {
          transactionHash: hash,
          blockNumber: hex(hash === first ? low : high),
          blockHash: `0x${'03'.repeat(32)}`,
          status: '0x1',
          gasUsed: '0x1',
          effectiveGasPrice: '0x1',
          from: `0x${'11'.repeat(20)}`,
          logs: [],
        };
        return { id: reply.id, result };
      }),
    );
  };
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
