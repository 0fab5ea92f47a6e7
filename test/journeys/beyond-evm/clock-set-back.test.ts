import { textField } from '@interline/cli';
import { startDevnet } from '@interline/devnet';
import { parts } from '@interline/server';
import { expect } from 'chai';
import {
  type BeyondEvmHarness,
  bitcoinRpc,
  startBeyondEvm,
} from '../../support/beyond-evm-harness.ts';
import { endOfRoute } from '../../support/end-of-route.ts';
import { sendDollars } from '../../support/send-dollars.ts';
import { until } from '../../support/until.ts';

describe('a payout on Bitcoin that waits while the clock is set back by an hour', () => {
  let behindMs = 0;
  let harness: BeyondEvmHarness;
  let stopDevnet = async (): Promise<void> => undefined;
  before(async function () {
    // No block comes by itself, so that the payout waits.
    const devnet = await startDevnet({ chainIds: [8453], beside: ['bitcoin', 'stellar'], port: 0 });
    stopDevnet = () => devnet.stop();
    harness = await startBeyondEvm(this, {
      devnet,
      policy: { bumpAfterMs: 1_000, rebroadcastAfterMs: 300 },
      rebind: (container) => {
        const clock = container.get(parts.clock);
        container
          .rebind(parts.clock)
          .toConstantValue({ ...clock, now: () => clock.now() - behindMs });
      },
    });
  });
  after(async () => {
    // Undefined where the tests were skipped.
    await (harness as BeyondEvmHarness | undefined)?.stop();
    await stopDevnet();
  });

  it('is still outbid, and paid once', async () => {
    const to = await freshAddress();
    const id = await sendDollars(harness, 'bitcoin', to);
    let [first] = await mempool();
    await until('a payout in the mempool', async () => {
      [first] = await mempool();
      return first !== undefined;
    });
    behindMs = 3_600_000;
    await until('a dearer form', async () => (await mempool())[0] !== first);
    const waiting = await mempool();
    await bitcoinRpc(harness.bitcoin, 'generatetoaddress', 1, await freshAddress());
    const end = await endOfRoute(harness.client, id);
    const received = await bitcoinRpc(harness.bitcoin, 'getreceivedbyaddress', to, 1);

    expect(waiting).to.have.lengthOf(1);
    expect(end.status).to.equal('DONE');
    expect(Math.round(Number(received) * 100_000_000)).to.equal(
      Number(textField(end, 'to', 'delivered')),
    );
  });

  async function freshAddress(): Promise<string> {
    return String(await bitcoinRpc(harness.bitcoin, 'getnewaddress', '', 'bech32m'));
  }

  /** The ids of what waits for a block. */
  async function mempool(): Promise<readonly string[]> {
    // CAST: Core's documented shape.
    return (await bitcoinRpc(harness.bitcoin, 'getrawmempool')) as readonly string[];
  }
});
