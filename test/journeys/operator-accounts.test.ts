import { type JsonRecord, textField } from '@interline/cli';
import { parts } from '@interline/server';
import { accountSweep } from '@interline/core/transactions';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, send, sign } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { type Ran, runInterline } from '../support/run-interline.ts';
import { sendUnknown } from '../support/send-unknown.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { expect } from 'chai';

const source = 8453;
const destination = 42161;

describe('a key of the relayer that was used elsewhere', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [source, destination] });
  });
  after(() => harness.stop());

  it('stops the account, quarantines and lists its routes, which go on by themselves once the operator has resumed it', async () => {
    const payer = await freshPayer(harness, source, 5_000_000n);
    const other = await freshPayer(harness, source, 5_000_000n);
    await stopMining(harness.devnet, source);
    const { receipt } = await send(harness, payer, {
      from: source,
      to: destination,
      units: 2_000_000n,
    });
    const id = textField(receipt, 'id');
    const { body } = await sign(harness, other, {
      from: source,
      to: destination,
      units: 3_000_000n,
    });

    await useKey('float', destination);
    await accountSweep(harness.container.get(parts.transfer).ports)(new AbortController().signal);

    const listed = rows(await harness.client.get('/operator/desk', headers()), 'entries');
    expect(
      listed
        .filter(({ kind }) => kind === 'account')
        .map(({ subject, shows }) => [
          subject,
          String((shows as JsonRecord)['reason']).replaceAll(/\d+/g, '#'),
        ]),
    ).to.deep.equal([
      [
        `account float on ${destination}`,
        'store-behind: the chain counts # transactions of this account, the store has allotted #',
      ],
    ]);
    expect(
      listed.filter(({ kind }) => kind === 'route').map(({ subject, state }) => [subject, state]),
    ).to.deep.equal([[`route ${id}`, 'QUARANTINED']]);
    const doctor = await runInterline(['doctor', '--url', harness.url], {
      env: { INTERLINE_OPERATOR_TOKEN: harness.operatorToken },
    });
    expect(doctor.code).to.equal(1);
    expect(doctor.out)
      .to.contain(`FAIL account      account float on ${destination} is stopped (store-behind)`)
      .and.to.match(/^warn desk {9}1 entry waits for a person; see interline desk$/m);
    const refusals = [
      await refusalOf(harness.client.post('/api/route/execute', body)),
      await refusalOf(send(harness, other, { from: destination, to: source, units: 1n })),
      await refusalOf(
        harness.client.get(
          `/api/route/quote?fromChain=${source}&toChain=${destination}&token=USDC&amount=1000000`,
        ),
      ),
    ];
    expect(refusals.map((one) => [one.status, one.body['errorCode']])).to.deep.equal([
      [503, 'ACCOUNT_STOPPED'],
      [503, 'ACCOUNT_STOPPED'],
      [503, 'ACCOUNT_STOPPED'],
    ]);

    await resumeMining(harness.devnet, source);
    const tooEarly = await refusalOf(
      harness.client.post('/operator/routes/release', { id }, headers()),
    );
    const resumed = await harness.client.post(
      '/operator/accounts/resume',
      { chain: destination, role: 'float' },
      headers(),
    );
    const last = await endOfRoute(harness.client, id);

    expect([tooEarly.status, tooEarly.body['errorCode']]).to.deep.equal([503, 'ACCOUNT_STOPPED']);
    expect(resumed).to.deep.include({
      target: `account float on ${destination}`,
      dryRun: false,
    });
    expect(resumed['after']).to.include({ stopped: null });
    expect(resumed['auditId']).to.match(/^au_/);
    expect(last).to.include({ status: 'DONE', stage: 'DELIVERED' });
    expect(await harness.client.get('/operator/desk', headers())).to.deep.equal({
      entries: [],
      more: 0,
    });
    expect([
      await usdcBalance(harness.devnet, source, payer.address),
      await usdcBalance(harness.devnet, destination, payer.address),
    ]).to.deep.equal([3_000_000n, 1_998_400n]);
    expect(await usdcBalance(harness.devnet, source, other.address)).to.equal(5_000_000n);
  });

  it('shows in the list of accounts, and nothing else does', async () => {
    await useKey('spender', destination);

    const { out } = await account('list', '--all', '--json');

    const { accounts, count } = JSON.parse(out) as {
      readonly count: number;
      readonly accounts: readonly {
        readonly chain: number;
        readonly role: string;
        readonly nextSlot: number;
        readonly chainSlots: number;
      }[];
    };
    expect(count).to.equal(4);
    expect(
      accounts.map(({ chain, role, nextSlot, chainSlots }) => ({
        chain,
        role,
        ahead: chainSlots - nextSlot,
      })),
    ).to.deep.equal([
      { chain: source, role: 'spender', ahead: 0 },
      { chain: source, role: 'float', ahead: 0 },
      { chain: destination, role: 'spender', ahead: 1 },
      { chain: destination, role: 'float', ahead: 0 },
    ]);
  });

  it('is resumed from the command line, where nothing is to be resumed otherwise', async () => {
    await accountSweep(harness.container.get(parts.transfer).ports)(new AbortController().signal);

    const [resumed, runs] = [
      await account('restart', String(destination), 'spender'),
      await account('restart', String(source), 'float'),
    ];

    expect([resumed.code, runs.code]).to.deep.equal([0, 3]);
    expect(resumed.out)
      .to.match(new RegExp(`^restart account spender on ${destination}: done$`, 'm'))
      .and.to.match(/^ {2}nextSlot: \d+ -> \d+$/m)
      .and.to.match(/^audit +au_/m);
    expect(runs.err).to.contain('this account is not stopped');
  });

  /** A transaction that the store knows nothing of. */
  async function useKey(role: 'spender' | 'float', chainId: number): Promise<void> {
    await sendUnknown(harness, chainId, role);
    await mine(harness.devnet, chainId);
  }

  function rows(answer: JsonRecord, field: string): readonly JsonRecord[] {
    return answer[field] as readonly JsonRecord[]; // CAST: a list, by the endpoint's shape.
  }

  function headers(): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${harness.operatorToken}` };
  }

  function account(...args: readonly string[]): Promise<Ran> {
    return runInterline(['account', ...args], {
      env: { INTERLINE_URL: harness.url, INTERLINE_OPERATOR_TOKEN: harness.operatorToken },
    });
  }
});
