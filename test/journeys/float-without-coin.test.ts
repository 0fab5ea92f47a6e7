import { textField } from '@interline/cli';
import { evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, send } from '../support/payer.ts';
import { type Ran, runInterline } from '../support/run-interline.ts';
import { until } from '../support/until.ts';

const source = 8453;
const destination = 42161;

describe('a float whose coin is gone while a route is under way', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [source, destination] });
  });
  after(() => harness.stop());

  it('is named by the desk, the account list and the doctor, with the route that waits, until coin came', async () => {
    const { devnet } = harness;
    const float = harness.container.get(parts.evm).evmAccounts.float;
    const payer = await freshPayer(harness, source, 2_000_000n);
    await stopMining(devnet, source);
    const { receipt } = await send(harness, payer, {
      from: source,
      to: destination,
      units: 2_000_000n,
    });
    const id = textField(receipt, 'id');
    const had = await chainRpc(devnet, destination, 'eth_getBalance', [float, 'latest']);
    await holds('0x1');
    await resumeMining(devnet, source);

    const desk = await until('the desk says so', async () => {
      const { out } = await interline(['desk']);
      return out.includes('1 route waits there') && out;
    });
    const accounts = await interline(['account', 'list']);
    const doctor = await interline(['doctor']);
    await holds(String(had));
    const end = await endOfRoute(harness.client, id);
    const after = await interline(['desk']);

    expect(desk)
      .to.match(/^the float on 42161: has no coin for gas since /m)
      .and.to.contain(`waiting: ${id}`)
      .and.to.contain(
        `1 route waits there; send coin to ${float}: 0.000000000000000001 ETH is free, one transaction takes up to `,
      );
    expect(accounts.out).to.contain(`no coin for gas: 1 route waits there; send coin to ${float}`);
    expect([doctor.code, doctor.out]).to.satisfy(
      ([code, out]: [number, string]) =>
        code === 1 &&
        out.includes('the float on 42161 has no coin for gas: 1 route waits there; send coin to'),
      `exit ${doctor.code}: ${doctor.out}`,
    );
    expect(end).to.include({ status: 'DONE' });
    expect(after.out).to.contain('Nothing waits for a person.');
  });

  /** On the chain, and by the service's last reading of it. */
  async function holds(wei: string): Promise<void> {
    const float = harness.container.get(parts.evm).evmAccounts.float;
    await chainRpc(harness.devnet, destination, 'anvil_setBalance', [float, wei]);
    await chainRpc(harness.devnet, destination, 'evm_mine', []);
    await harness.container.get(parts.books).refresh([evmChain(destination)]);
  }

  const interline = (args: readonly string[]): Promise<Ran> =>
    runInterline(args, {
      env: { INTERLINE_URL: harness.url, INTERLINE_OPERATOR_TOKEN: harness.operatorToken },
    });
});
