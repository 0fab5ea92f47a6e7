import { createClient } from '@interline/client';
import { expect } from 'chai';
import { type Harness, startHarness } from '../support/harness.ts';
import { type Ran, runInterline } from '../support/run-interline.ts';
import { until } from '../support/until.ts';

/** A devnet that names no witness: there only its operator knows that keys were lost. */
describe('the order that begins a log again', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [8453] });
  });
  after(() => harness.stop());

  const operator = (...args: readonly string[]): Promise<Ran> =>
    runInterline([...args, '--url', harness.url, '--json'], {
      env: { INTERLINE_OPERATOR_TOKEN: harness.operatorToken },
    });
  const begin = (...args: readonly string[]) => operator('operator', 'begin-log', ...args);
  const laneLog = async () => {
    const { log } = await createClient({ baseUrl: harness.url }).call('GET /api/ohttp/keys', {});
    return log;
  };
  const kindsIn = (leaves: readonly string[]): readonly string[] =>
    leaves.map((leaf) => leaf.split(' ')[0] ?? '');

  it('requires a reason, changes nothing in a dry run, and is in the audit', async () => {
    await until('the log has its first keys', async () => (await laneLog()) !== null);
    const before = await laneLog();
    const bare = await begin('lane-keys');
    const rehearsed = await begin('lane-keys', '--dry-run');
    const after = await laneLog();
    const done = await begin('lane-keys', '--reason', 'the copy of Tuesday was put back');
    await until('it is signed', async () => (await laneLog())?.origin.endsWith('/2') === true);
    const next = await laneLog();
    const audit = await operator('operator', 'audit');

    expect([bare.code, rehearsed.code, done.code]).to.deep.equal([2, 0, 0]);
    expect(after).to.deep.equal(before);
    expect(rehearsed.out).to.include('lane-keys/2');
    expect(next?.origin).to.equal(`${before?.origin}/2`);
    expect(kindsIn(next?.leaves ?? [])).to.deep.equal(['svc-lane-keys/v2', 'svc-log-begun/v1']);
    expect(audit.out).to.include('the copy of Tuesday was put back');
  });

  it('is given for anchored rows too, and for no other log', async () => {
    const messages = await begin('messages', '--dry-run');
    const mint = await begin('mint', '--dry-run');

    expect([messages.code, mint.code]).to.deep.equal([0, 2]);
    expect(messages.out).to.include('messages/2');
  });
});
