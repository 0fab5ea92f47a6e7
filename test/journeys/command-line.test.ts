import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { type Harness, startHarness } from '../support/harness.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer } from '../support/payer.ts';
import {
  interlineUnread,
  interruptInterline,
  type Ran,
  runInterline,
} from '../support/run-interline.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

describe('the command line', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [8453, 42161] });
  });
  after(() => harness.stop());

  it('prices a transfer', async () => {
    const { code, out } = await interline([
      'quote',
      '--from',
      '8453',
      '--to',
      '42161',
      '--amount',
      '5.25',
    ]);

    expect(code).to.equal(0);
    expect(out)
      .to.contain('5.25 USDC on Base (8453)')
      .and.to.contain('5.2458 USDC on Arbitrum One (42161)')
      .and.to.contain(
        'our charge 0.0042 USDC (8 bps; the standard charge is 8 bps); in all 0.0042 USDC (0.08 %) less arrives than left',
      );
  });

  it('compares every rail of a lane, and leaves out those it is asked to', async () => {
    const all = await interline(['compare', '--from', '8453', '--to', '42161', '--amount', '5.25']);
    const none = await interline([
      'compare',
      '--from',
      '8453',
      '--to',
      '42161',
      '--amount',
      '5.25',
      '--without',
      'stock',
    ]);

    expect(all.out)
      .to.match(/^rail +delivers +seconds +lost +score$/m)
      .and.to.match(/^stock +5\.2458 USDC +/m)
      .and.to.contain('best         stock');
    expect(none.out).to.contain('best         none');
    expect([all.code, none.code]).to.deep.equal([0, 0]);
  });

  it('takes a chain by its name, and has no help on a command that there is not', async () => {
    const named = await interline(['quote', '--from', 'base', '--to', 'arbitrum', '--amount', '5']);
    const unknown = await interline(['nosuch', '--help']);

    expect(named.code, named.err).to.equal(0);
    expect(named.out).to.match(/^send +5 USDC on Base \(8453\)$/m);
    expect(unknown.code).to.equal(2);
    expect(unknown.err)
      .to.contain("unknown command 'nosuch'")
      .and.to.match(/^commands: quote, compare, .*, completion$/m);
  });

  it('refuses to leave out an unknown rail, and lists the known ones', async () => {
    const { code, err } = await interline([
      'quote',
      '--from',
      '8453',
      '--to',
      '42161',
      '--amount',
      '5',
      '--without',
      'stok',
    ]);

    expect([code, err.trim()]).to.deep.equal([
      2,
      'error there is no rail "stok" to leave out; --without takes stock',
    ]);
  });

  it('sends with a local key, follows the route to both transactions, and shows it again by its id', async () => {
    const payer = await freshPayer(harness, 8453, 3_000_000n);

    const sent = await interline(
      ['send', '--from', '8453', '--to', '42161', '--amount', '3', '--json'],
      { INTERLINE_KEY: payer.wallet.privateKey },
    );
    const receipt = JSON.parse(sent.out) as {
      id: string;
      status: string;
      srcTx: string;
      destTx: string;
    };
    const again = await interline(['status', receipt.id, '--watch']);

    expect([sent.code, receipt.status]).to.deep.equal([0, 'DONE']);
    expect(again.out)
      .to.contain(receipt.srcTx)
      .and.to.contain(receipt.destTx)
      .and.to.contain('DONE');
    expect(await usdcBalance(harness.devnet, 42161, payer.address)).to.equal(2_997_600n);
  });

  it('lists what was sent from this machine, in tokens and with the names and numbers of chains', async () => {
    const payer = await freshPayer(harness, 8453, 3_000_000n);
    const folder = await mkdtemp(join(tmpdir(), 'interline-routes-'));
    const env = { INTERLINE_ROUTES: folder, INTERLINE_KEY: payer.wallet.privateKey };
    const sent = await interline(
      ['send', '--from', 'base', '--to', 'arbitrum', '--amount', '3', '--json'],
      env,
    );
    const { id } = JSON.parse(sent.out) as { id: string };

    const shown = await interline(['routes', 'ls', '--chain', 'base', '--state', 'done'], env);
    const open = await interline(['routes', 'ls', '--state', 'open'], env);
    const asJson = await interline(['routes', 'ls', '--json'], env);

    expect([sent.code, shown.code], sent.err + shown.err).to.deep.equal([0, 0]);
    expect(shown.out)
      .to.contain(id)
      .and.to.match(/ DONE +3 USDC on Base \(8453\) +2\.9976 USDC on Arbitrum One \(42161\)$/m);
    expect(open.out).to.equal('No such route was sent from this machine.\n');
    expect(JSON.parse(asJson.out)).to.nested.include({
      'routes[0].id': id,
      'routes[0].asOf': 'now',
      next: null,
    });
    await rm(folder, { recursive: true });
  });

  it('takes a newcomer from no wallet to the first transfer: a key, money from the faucet, and one command', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'interline-newcomer-'));
    const file = join(folder, 'wallet.key');

    const drawn = await interline(['wallet', 'new', '--output', file]);
    const again = await interline(['wallet', 'new', '--output', file]);
    const keyless = await interline(['faucet', '--amount', '5'], { INTERLINE_KEY: '' });
    const given = await interline([
      'faucet',
      '--chain',
      'base',
      '--amount',
      '5',
      '--key-file',
      file,
    ]);
    const sent = await interline([
      'send',
      '--from',
      'base',
      '--to',
      'arbitrum',
      '--amount',
      '5',
      '--key-file',
      file,
    ]);
    const { mode } = await stat(file);

    const address = /^wallet +(0x[0-9a-fA-F]{40})$/m.exec(drawn.out)?.[1] ?? '';
    expect(drawn.out)
      .to.contain(address)
      .and.not.to.match(/0x[0-9a-f]{64}/);
    expect((mode & 0o777).toString(8)).to.equal('600');
    expect([again.code, again.err]).to.deep.equal([
      3,
      `error ${file} exists already, and no key is overwritten; name another with --output\n`,
    ]);
    expect(drawn.out).to.contain(`interline faucet --key-file ${file} --amount 5`);
    expect([keyless.code, keyless.err]).to.deep.equal([
      2,
      'error name who gets it with --to, or the wallet of a key: a file with --key-file\n',
    ]);
    expect(given.out, given.err)
      .to.match(/^given +5 USDC on Base \(8453\)$/m)
      .and.to.contain(address);
    expect(sent.code, sent.err).to.equal(0);
    expect(sent.out).to.match(/4\.996 USDC on Arbitrum One \(42161\)/);
    await rm(folder, { recursive: true });
  });

  it('names the route as soon as it is accepted, and on Ctrl-C says how to follow it', async () => {
    const payer = await freshPayer(harness, 8453, 3_000_000n);
    await stopMining(harness.devnet, 8453);

    const sent = await interruptInterline(
      ['send', '--from', '8453', '--to', '42161', '--amount', '1'],
      { env: { INTERLINE_URL: harness.url, INTERLINE_KEY: payer.wallet.privateKey } },
      /^accepted +(rt_[0-9a-f]{32});/m,
    );
    await resumeMining(harness.devnet, 8453);
    const [, id = ''] = /^accepted +(rt_\w+);/m.exec(sent.out) ?? [];
    const { status } = await endOfRoute(harness.client, id);

    expect(sent.signal).to.equal('SIGINT');
    expect(sent.err.trim()).to.equal(`follow: interline status ${id} --watch`);
    expect(status).to.equal('DONE');
  });

  it('shows a payer what was charged and delivered in tokens, and a program the smallest units', async () => {
    const payer = await freshPayer(harness, 8453, 3_000_000n);
    const send = ['send', '--from', '8453', '--to', '42161', '--amount', '1.5'];

    const sent = await interline(send, { INTERLINE_KEY: payer.wallet.privateKey });
    const id = /^id +(rt_\w+)$/m.exec(sent.out)?.[1] ?? '';
    const read = await interline(['status', id, '--json']);

    expect(sent.out)
      .to.match(/^our charge +0\.0012 USDC$/m)
      .and.to.match(/^bridged +1\.4988 USDC$/m)
      .and.to.match(/^delivered +1\.4988 USDC$/m);
    expect(JSON.parse(read.out)).to.deep.include({ svcFee: '1200', bridged: '1498800' });
  });

  it("shows an operator the float, the books and a withdrawal in tokens, and gas in the chain's coin", async () => {
    const operator = { INTERLINE_OPERATOR_TOKEN: harness.operatorToken };
    const withdraw = ['float', 'withdraw', '42161', 'DAI', '2500000000000000000'];
    const to = ['--to', `0x${'e1'.repeat(20)}`, '--dry-run'];

    const [status, statement, withdrawal, json] = await Promise.all([
      interline(['float', 'status'], operator),
      interline(['books', 'statement'], operator),
      interline([...withdraw, ...to], operator),
      interline([...withdraw, ...to, '--json'], operator),
    ]);

    expect(status.out)
      .to.match(/^42161 +DAI +1000000 DAI +\d+ +0 DAI +1000000 DAI +1000000 DAI +100 %$/m)
      .and.to.match(/^42161 +float +\S+ ETH +\d+ +\S+ ETH +\S+ ETH$/m);
    expect(statement.out)
      .to.match(/^A credit \(fees, unclaimed\) is income, a debit .* a cost; each is above zero/)
      .and.to.match(/ fees +credit +8453 +[0-9.]+ USDC /)
      .and.to.match(/^total: -?[0-9.]+ USD, of [1-9][0-9]*\.[0-9]+ USD that payers gave/m)
      .and.not.to.contain('units');
    expect(withdrawal.out)
      .to.match(/^ {2}free: 1000000 DAI -> 999997\.5 DAI$/m)
      .and.to.match(/^ {2}units: 2\.5 DAI$/m)
      .and.to.match(/^ {2}mostGas: 0\.\d+ ETH$/m);
    expect((JSON.parse(json.out) as { after: object }).after).to.include({
      units: '2500000000000000000',
      amount: '2.5 DAI',
    });
  });

  it("says the catalogue's code, the reason and the next step, and exits with 3 if the state is in the way", async () => {
    const payer = await freshPayer(harness, 8453, 1n);

    const { code, err } = await interline(
      ['send', '--from', '8453', '--to', '42161', '--amount', '3'],
      { INTERLINE_KEY: payer.wallet.privateKey },
    );

    expect(code).to.equal(3);
    expect(err)
      .to.contain('PAYER_NOT_READY')
      .and.to.contain('the payer holds 0.000001 USDC, the permit is for 3 USDC');
  });

  it('ends with code 0 if its output is not read to the end', async () => {
    expect(await interlineUnread(['books', 'classify', '--help'])).to.deep.equal({
      code: 0,
      err: '',
    });
  });

  it('never repeats an invalid key', async () => {
    const { code, err } = await interline(
      ['send', '--from', '8453', '--to', '42161', '--amount', '3'],
      { INTERLINE_KEY: '0xnot-a-key-but-a-secret' },
    );

    expect([code, err.trim()]).to.deep.equal([
      2,
      'error the key in INTERLINE_KEY is not a 32-byte private key in hex',
    ]);
  });

  it('finds every part well', async () => {
    const { code, out } = await interline(['doctor', '--json']);

    const { ok, findings } = JSON.parse(out) as {
      ok: boolean;
      findings: { part: string; ok: boolean }[];
    };
    expect([code, ok, findings.filter((one) => !one.ok)]).to.deep.equal([0, true, []]);
    expect(findings.map((one) => one.part)).to.deep.equal([
      'node',
      'service',
      'chains',
      'rail',
      'desk',
    ]);
  });

  it('says what it expected if a chain is unknown, an amount is zero, or a key file or an address is invalid', async () => {
    const lane = ['--from', '8453', '--to', '42161'];

    const word = await interline(['quote', '--from', 'atlantis', '--to', '42161', '--amount', '5']);
    const nothing = await interline(['quote', ...lane, '--amount', '0.0']);
    const token = await interline(['quote', ...lane, '--amount', '5', '--token', 'FOO']);
    const unset = await interline(['send', ...lane, '--amount', '5'], { INTERLINE_KEY: '' });
    const keyless = await interline([
      'send',
      ...lane,
      '--amount',
      '5',
      '--key-file',
      '/nowhere/at/all',
    ]);
    const nowhence = await interline(['recover']);
    const secret = await interline(['status', 'rt_0', '--url', 'http://user:hush@127.0.0.1:9']);

    expect(word.err).to.equal(
      'error "atlantis" is not a chain here; "interline chains" lists them\n',
    );
    expect([
      word.code,
      token.code,
      nothing.code,
      unset.code,
      nowhence.code,
      keyless.code,
    ]).to.deep.equal([2, 2, 2, 2, 2, 2]);
    expect(token.err.trim()).to.equal(
      'error "FOO" is not accepted on chain 8453; accepted there: USDC, DAI',
    );
    expect(nothing.err).to.contain('there is nothing to move with an amount of 0');
    expect(keyless.err).to.contain('the key file /nowhere/at/all cannot be read (ENOENT)');
    expect([
      secret.code,
      secret.err.includes('--url must not have a user or password in it'),
      secret.err.includes('hush'),
    ]).to.deep.equal([2, true, false]);
  });

  it('checks a config whole and names what is wrong with it', async () => {
    const file = join(tmpdir(), `interline-config-${process.pid}.yaml`);
    await writeFile(file, 'profile: devnet\nserver: { port: 1, hots: localhost }\n');

    const { code, err } = await interline(['config', 'check', file]);

    expect(code).to.equal(1);
    expect(err).to.contain('server: Unrecognized key: "hots"');
  });

  it('has a webhook sent again, and lists the dead ones, for the operator alone', async () => {
    const operator = { INTERLINE_OPERATOR_TOKEN: harness.operatorToken };

    const stranger = await interline(['hook', 'dead'], {
      INTERLINE_OPERATOR_TOKEN: 'not-the-operator-token',
    });
    const dead = await interline(['hook', 'dead'], operator);
    const unknown = await interline(['hook', 'redeliver', `wh_${'0'.repeat(32)}`], operator);

    expect([stranger.code, dead.code, unknown.code]).to.deep.equal([1, 0, 2]);
    expect(stranger.err).to.contain('OPERATOR_ONLY');
    expect(dead.out.trim()).to.equal('No webhook is dead.');
    expect(unknown.err).to.contain('UNKNOWN_RECORD');
  });

  it('classifies a difference of the books only with a reason, and reports it if there is none', async () => {
    const operator = { INTERLINE_OPERATOR_TOKEN: harness.operatorToken };
    const order = [
      'books',
      'classify',
      '8453',
      'float',
      'USDC',
      '--of',
      'deficit',
      '--as',
      'losses',
    ];

    const unexplained = await interline(order, operator);
    const dry = await interline([...order, '--dry-run'], operator);
    const given = await interline([...order, '--reason', 'a stray transfer'], operator);
    const audit = await interline(['operator', 'audit'], operator);

    expect([unexplained.code, dry.code, given.code]).to.deep.equal([2, 3, 3]);
    expect(unexplained.err).to.contain('an order needs its reason for the audit');
    expect([dry.err, given.err].map((err) => err.includes('has deficit of 0'))).to.deep.equal([
      true,
      true,
    ]);
    expect(audit.out.match(/classify-difference/g)).to.have.length(1);
    expect(audit.out).to.contain('a stray transfer');
  });

  it('shows an operator which money came in without a route, and the command that books a deposit as capital', async () => {
    const operator = { INTERLINE_OPERATOR_TOKEN: harness.operatorToken };
    const books = harness.container.get(parts.books);
    const to = harness.container.get(parts.evm).evmAccounts.float;
    await books.reconcile();
    await harness.devnet.faucet({ chainId: 42161, token: 'USDC', to, amount: 7_000_000n });
    await books.reconcile();

    const status = await interline(['float', 'status'], operator);
    const balance = await interline(['books', 'balance', '--chain', '42161'], operator);
    const line =
      /^unclaimed +7 USDC on the float of 42161 came in .*: interline (books classify 42161 float 0x\w+ --of unclaimed --as capital) --reason/m;
    const command = line.exec(balance.out)?.[1] ?? '';
    const booked = await interline([...command.split(' '), '--reason', 'a deposit'], operator);
    const after = await interline(['float', 'status'], operator);

    expect(status.out).to.match(line);
    expect(booked.out, booked.err).to.contain('unclaimed: 7 USDC -> 0 USDC');
    expect(after.out).not.to.contain('unclaimed');
  });

  it('exports the books as CSV or as JSON, never as both', async () => {
    const operator = { INTERLINE_OPERATOR_TOKEN: harness.operatorToken };

    const csv = await interline(['books', 'export', '--csv'], operator);
    const both = await interline(['books', 'export', '--csv', '--json'], operator);

    expect(csv.out).to.match(/^day,time,entry,kind,/);
    expect([csv.code, both.code]).to.deep.equal([0, 2]);
    expect(both.err).to.contain("'--csv' cannot be used with option '--json'");
  });

  it('shows the float and the holdings of one chain, and refuses a chain or an engine that there is not', async () => {
    const operator = { INTERLINE_OPERATOR_TOKEN: harness.operatorToken };
    await harness.container.get(parts.books).reconcile();

    const float = await interline(['float', 'status', '--chain', '8453'], operator);
    const holdings = await interline(['books', 'reconciliation', '--chain', '8453'], operator);
    const refused = [
      await interline(['float', 'status', '--chain', '99'], operator),
      await interline(['books', 'reconciliation', '--chain', '99'], operator),
      await interline(['books', 'export', '--chain', '10'], operator),
      await interline(['books', 'export', '--engine', 'foo'], operator),
    ];

    for (const { code, out } of [float, holdings]) {
      expect(code).to.equal(0);
      expect(out)
        .to.match(/^8453 /m)
        .and.not.to.match(/^42161 /m);
    }
    expect(refused.map(({ code }) => code)).to.deep.equal([2, 2, 2, 2]);
    expect(refused.slice(1).map(({ err }) => err.trim())).to.deep.equal([
      'error there is nothing on chain "99"; wanted one of 8453, 42161',
      'error UNROUTABLE_LANE: chain 10 is not one of this deployment, and the books have no entry on it. Name a chain and a token of this deployment; "interline float status" lists both.',
      'error BAD_REQUEST: "foo" is not an engine of this deployment, and the books have no entry of it; its engines: stock',
    ]);
  });

  it('says errors as JSON with a code under --json, those of usage and of this machine too', async () => {
    const runs = [
      await interline(['status', 'rt_0', '--bogus', '--json']),
      await interline(['status', '--json']),
      await interline(['quote', '--json']),
      await interline(['bogus', '--json']),
      await interline(['status', 'rt_0', '--json', '--url', 'http://127.0.0.1:9']),
      await interline(['config', 'check', '/nowhere.yaml', '--json']),
      await interline(['status', `rt_${'0'.repeat(32)}`, '--json']),
    ];

    const errors = runs.map(
      ({ err }) => JSON.parse(err) as Record<'error' | 'errorCode' | 'suggestedAction', string>,
    ); // CAST: what is promised, compared below.
    expect(errors.map(({ errorCode }) => errorCode)).to.deep.equal([
      'USAGE',
      'USAGE',
      'USAGE',
      'USAGE',
      'NO_ANSWER',
      'LOCAL',
      'UNKNOWN_ROUTE',
    ]);
    expect(errors.slice(0, -1).map(({ suggestedAction }) => suggestedAction)).to.deep.equal([
      ...Array<string>(4).fill('Correct the command line; --help lists its arguments and options.'),
      'Start a service, or name one that runs with --url; then run the command again.',
      'Do what the message says, then run the command again.',
    ]);
    expect(errors[0]?.error).to.equal("unknown option '--bogus'");
    expect(runs.map(({ code }) => code)).to.deep.equal([2, 2, 2, 2, 1, 2, 2]);
    expect(runs.map(({ out }) => out)).to.deep.equal(runs.map(() => ''));
  });

  it('does not listen for webhooks that the service would not send here, and says what lets it', async () => {
    const { code, err } = await interline(['listen', '--port', '0']);

    expect(code).to.equal(2);
    expect(err)
      .to.contain('error UNSAFE_URL: ')
      .and.to.contain('hooks: { allowLoopback: true }')
      .and.to.contain('HOOKS_LOOPBACK=1');
  });

  it('says what to start when no service answers', async () => {
    const { code, err } = await interline(['status', 'rt_0', '--url', 'http://127.0.0.1:9']);

    expect([code, err.trim()]).to.deep.equal([
      1,
      'error no service answers at http://127.0.0.1:9; start one with "npm start", or name another with --url',
    ]);
  });

  function interline(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ran> {
    return runInterline(args, { env: { INTERLINE_URL: harness.url, ...env } });
  }
});
