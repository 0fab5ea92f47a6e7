import { freeIn } from '@interline/core/transactions';
import { hasLock } from '@interline/core/transfer';
import { evmAddress, laneClient, RelayError } from '@interline/kernel';
import { expect } from 'chai';
import { accounts } from '../support/model/model-custody.ts';
import { modelOperator } from '../support/model/model-orders.ts';
import { tokenOn } from '../support/model/model-transfer.ts';
import { dayMs, type DepositWorld, depositWorld, minuteMs } from './deposit-world.ts';

describe("the limits of callers' deposits", () => {
  let world: DepositWorld;
  afterEach(async () => world.close());

  it('are three unpaid addresses of one client here, and a paid one stops counting', async () => {
    world = await depositWorld({ unpaidInAll: 100 });
    const refusalOf = (client: string) =>
      world.execute({ client }).then(
        () => 'none',
        (error: unknown) => (error instanceof RelayError ? error.code : 'fault'),
      );
    const first = await world.waiting();
    await world.waiting();
    await world.waiting();
    expect(await refusalOf('a client')).to.equal('TOO_MANY_RECORDS');
    expect(await refusalOf('b')).to.equal('none');
    world.deposits.pay(first.address, 'a', 99_999n);
    await world.look(first.id);
    expect(await refusalOf('a client')).to.equal('TOO_MANY_RECORDS');
    world.deposits.pay(first.address, 'b', 1n);
    await world.look(first.id);

    expect(await refusalOf('a client')).to.equal('none');
  });

  it('are six in all whose lock runs here, one a client from the third on, and none of them once it ends', async () => {
    world = await depositWorld({ unpaidInAll: 6 });
    const refusalOf = (client: string) =>
      world.execute({ client, amount: 1_000n }).then(
        () => 'none',
        (error: unknown) => (error instanceof RelayError ? error.code : 'fault'),
      );
    const refusals = [];
    for (const client of ['a', 'a', 'b', 'b', 'c', 'd', 'e', 'f'])
      refusals.push(await refusalOf(client));
    world.clock.pass(15 * minuteMs);

    expect(refusals).to.deep.equal([
      'none',
      'none',
      'none',
      'TOO_MANY_RECORDS',
      'none',
      'none',
      'none',
      'TOO_MANY_RECORDS',
    ]);
    expect(await refusalOf('f')).to.equal('none');
  });

  it('lock the price of ten dollars here: half of it of one client, or a quarter of what others left; above that there is no lock', async () => {
    world = await depositWorld({ lockedUsd: 10, float: 1_000_000_000n });
    // One dollar is 1,000,000 units.
    const asked = async (client: string, amounts: readonly bigint[]) => {
      const locks = [];
      for (const amount of amounts) locks.push(await world.lockOf({ client, amount }));
      return locks;
    };

    expect(await asked('a', [2_500_001n, 2_500_000n, 1_000n])).to.deep.equal([false, true, false]);
    expect(await asked('b', [1_875_001n, 1_875_000n])).to.deep.equal([false, true]);
    expect(await asked('c', [1_406_250n])).to.deep.equal([true]);
    world.clock.pass(15 * minuteMs);
    expect(await asked('c', [2_500_000n])).to.deep.equal([true]);
  });

  it('take a deposit without a lock at the price of its first block, whatever that was when it was seen', async () => {
    world = await depositWorld({ lockedUsd: 1 });
    // Others have locked all but 56,313 of the 1,000,000 units, and so much is more than a quarter of that.
    let left = 1_000_000n;
    for (let network = 0; network < 10; network += 1) {
      expect(await world.lockOf({ client: `network ${network}`, amount: left / 4n })).to.equal(
        true,
      );
      left -= left / 4n;
    }
    const [above, below] = [await world.waiting(15_000n, 'b'), await world.waiting(15_000n, 'c')];
    for (const { id, address } of [above, below]) {
      world.deposits.pay(address, id, 15_000n);
      expect(await world.look(id)).to.include({ stage: 'AWAITING_DEPOSIT' });
    }
    world.market.ppm = 1_010_000n;
    world.deposits.mine(above.id, 2);
    const paid = await world.look(above.id, 4);
    world.market.ppm = 980_000n;
    world.deposits.mine(below.id, 2);

    // 15,000 are 14,988 after the charge.
    expect([paid.status, paid.recipient]).to.deep.equal(['DONE', 15_137n]);
    expect(await world.look(below.id, 4)).to.include({ stage: 'REFUNDED', refunded: 15_000n });
  });

  it('lock half for the private lane, whose passes are a client each, so that others have theirs', async () => {
    world = await depositWorld({ lockedUsd: 100, float: 1_000_000_000n });
    const ofLane = [];
    for (const pass of ['1', '2', '3', '4'])
      ofLane.push(await world.lockOf({ client: laneClient(pass), amount: 14_000_000n }));

    expect(ofLane).to.deep.equal([true, true, true, false]);
    expect(await world.lockOf({ client: 'another', amount: 14_000_000n })).to.equal(true);
  });

  it('are ten times as many in all as may run, until they expire', async () => {
    world = await depositWorld({ unpaidInAll: 1 });
    const refusalOf = (client: string) =>
      world.execute({ client, amount: 1_000n }).then(
        () => 'none',
        (error: unknown) => (error instanceof RelayError ? error.code : 'fault'),
      );
    const refusals = [];
    for (let asked = 0; asked < 11; asked += 1) {
      refusals.push(await refusalOf(`client ${asked}`));
      world.clock.pass(15 * minuteMs);
    }

    expect(refusals).to.deep.equal([...Array<string>(10).fill('none'), 'TOO_MANY_RECORDS']);
  });

  it('are half for the private lane without locks too, now and of what expires, so that a known client has an address', async () => {
    world = await depositWorld({ unpaidInAll: 6, lockedUsd: 1, float: 1_000_000_000n });
    const refusalOf = (client: string, amount: bigint) =>
      world.execute({ client, amount }).then(
        () => 'none',
        (error: unknown) => (error instanceof RelayError ? error.message : 'fault'),
      );
    const refusals = [];
    for (let pass = 0; pass < 40; pass += 1) {
      refusals.push(await refusalOf(laneClient(`pass ${pass}`), 600_000n));
      if (pass % 4 === 3) world.clock.pass(15 * minuteMs);
    }
    const locks = (await world.issued()).map(hasLock);

    const tooManyNow =
      'the private lane has reached its half of the unpaid deposits; try again in a few minutes';
    expect(refusals).to.deep.equal(
      Array.from({ length: 10 }, () => ['none', 'none', 'none', tooManyNow]).flat(),
    );
    expect(locks).to.deep.equal(Array<boolean>(30).fill(false));
    expect(await refusalOf(laneClient('another pass'), 1_000n)).to.equal(
      'the private lane has reached its half of the unpaid addresses; one is free when the oldest expires',
    );
    expect(await refusalOf('known', 1_000n)).to.equal('none');
  });

  it('hold no price of an address past its lock for a little that was paid there', async () => {
    world = await depositWorld({ lockedUsd: 10, float: 1_000_000_000n });
    const { id, address } = await world.waiting(2_500_000n);
    world.deposits.pay(address, 'dust', 330n);
    await world.look(id);
    world.clock.pass(15 * minuteMs);

    const done = await world.execute({ amount: 2_500_000n });
    expect(done.kind).to.equal('route');
  });

  it('issue an address to one of many requests at once, and none twice', async () => {
    world = await depositWorld();
    const done = await Promise.all(['a', 'b', 'c', 'd'].map((client) => world.execute({ client })));
    const addresses = done.map((one) => (one.kind === 'route' ? one.deposit?.address : undefined));

    expect(new Set(addresses).size).to.equal(4);
  });

  it('give the same address again under one Idempotency-Key, and its claim only once', async () => {
    world = await depositWorld();
    const first = await world.execute({ key: 'k' });
    const again = await world.execute({ key: 'k' });
    if (first.kind !== 'route' || again.kind !== 'route') throw new Error('nothing was issued');

    expect([again.isRepeat, again.route.id, again.deposit?.address]).to.deep.equal([
      true,
      first.route.id,
      first.deposit?.address,
    ]);
    expect([first.refundClaim?.length, again.refundClaim]).to.deep.equal([64, undefined]);
    expect(await world.issued()).to.have.length(1);
  });

  it('pass over an address that its chain knows already, as one of a store that was lost', async () => {
    world = await depositWorld();
    world.deposits.isNextUsed = true;
    const { address } = await world.waiting();

    expect(world.deposits.received).to.equal(5n);
    expect(
      (
        await world.deposits.seenAt(
          world.chains[0].ref,
          [{ address, known: [] }],
          new AbortController().signal,
        )
      ).addresses[0]?.outputs,
    ).to.deep.equal([]);
  });

  it('need as many confirmations as the value of all that came', async () => {
    world = await depositWorld({ confirmations: { small: 2, large: 6 }, float: 100_000_000n });
    // One dollar is 1,000,000 units.
    const small = await world.waiting(1_000_000n);
    const large = await world.waiting(1_000_001n);
    world.deposits.pay(small.address, 'a', 1_000_000n);
    world.deposits.pay(large.address, 'b', 1_000_001n);
    world.deposits.mine('a', 2);
    world.deposits.mine('b', 5);

    expect(await world.look(small.id, 3)).to.include({ status: 'DONE' });
    expect(await world.look(large.id, 3)).to.include({ stage: 'CONFIRMING' });
    world.deposits.mine('b', 6);
    expect(await world.look(large.id, 3)).to.include({ status: 'DONE' });
    const wanted = await Promise.all([small, large].map(({ id }) => world.depositOf(id)));
    expect(wanted.map(({ confirmations }) => confirmations)).to.deep.equal([2, 6]);
  });

  it('need as many as the value of all that the client has in shallow blocks', async () => {
    world = await depositWorld({ confirmations: { small: 1, large: 6 }, float: 100_000_000n });
    const [first, second, other] = [
      await world.waiting(600_000n),
      await world.waiting(400_001n),
      await world.waiting(400_001n, 'another'),
    ];
    world.deposits.pay(first.address, 'a', 600_000n);
    world.deposits.pay(second.address, 'b', 400_001n);
    world.deposits.pay(other.address, 'c', 400_001n);
    for (const tx of ['a', 'b', 'c']) world.deposits.mine(tx, 1);

    expect(await world.look(first.id, 3)).to.include({ status: 'DONE' });
    expect(await world.look(second.id, 3)).to.include({ stage: 'CONFIRMING' });
    expect((await world.depositOf(second.id)).confirmations).to.equal(6);
    expect(await world.look(other.id, 3)).to.include({ status: 'DONE' });
    world.deposits.mine('a', 6);
    expect(await world.look(second.id, 3)).to.include({ status: 'DONE' });
  });

  it('need the confirmations of the highest value if a reorg could take more than it may, whichever clients paid', async () => {
    world = await depositWorld({
      confirmations: { small: 1, large: 6 },
      float: 100_000_000n,
      shallowUsd: 1,
    });
    const [first, second] = [await world.waiting(600_000n), await world.waiting(400_001n, 'b')];
    world.deposits.pay(first.address, 'a', 600_000n);
    world.deposits.pay(second.address, 'b', 400_001n);
    world.deposits.mine('a', 1);
    world.deposits.mine('b', 1);

    expect(await world.look(first.id, 3)).to.include({ status: 'DONE' });
    expect(await world.look(second.id, 3)).to.include({ stage: 'CONFIRMING' });
    world.deposits.mine('b', 6);
    expect(await world.look(second.id, 3)).to.include({ status: 'DONE' });
  });

  it('reserve only what was agreed of the float until a block has the excess', async () => {
    world = await depositWorld();
    const first = await world.waiting(20_000n);
    const second = await world.waiting(20_000n, 'another client');
    const reserved = () =>
      world.store.run('look', async (tx) => {
        const all = [first, second].map(({ id }) => tx.transactions.reservationsOf(id));
        const outgoing = (await Promise.all(all)).flat().filter(({ kind }) => kind === 'outgoing');
        return outgoing.map(({ units }) => units);
      });
    for (const { id, address } of [first, second]) {
      world.deposits.pay(address, `of ${id}`, 9_000_000n);
      await world.runOnly(id);
    }
    expect(await reserved()).to.deep.equal([19_984n, 19_984n]);
    world.deposits.drop(`of ${second.id}`);
    await world.runOnly(second.id);
    expect(await reserved()).to.deep.equal([19_984n]);
    world.deposits.mine(`of ${first.id}`, 2);

    expect(await world.look(first.id, 4)).to.include({ status: 'DONE', recipient: 250_000n });
  });

  it('let what no block has take a tenth of the float for one client, and a quarter for all', async () => {
    world = await depositWorld({ lockedUsd: 100 });
    const free = async () => {
      const to = tokenOn(world.chains[1].ref);
      const book = { chain: to.chain, account: accounts.float, token: to.address };
      return freeIn(world.store.reads, book);
    };
    const left = [];
    for (const client of ['a', 'a', 'a', 'b', 'b', 'b', 'c', 'c', 'c', 'd', 'd', 'd']) {
      const { id, address } = await world.waiting(48_000n, client);
      world.deposits.pay(address, id, 48_000n);
      await world.look(id);
      left.push(await free());
    }

    // 48,000 are paid out as 47,961.
    expect(left).to.deep.equal([
      ...[952_039n, 904_078n, 904_078n],
      ...[856_117n, 808_156n, 808_156n],
      ...[760_195n, 760_195n, 760_195n],
      ...[760_195n, 760_195n, 760_195n],
    ]);
  });

  it('give a deposit above that its price when it is seen, and the float from its first block on', async () => {
    world = await depositWorld({ confirmations: { small: 6, large: 6 } });
    const { id, address } = await world.waiting(240_000n);
    world.deposits.pay(address, 'a', 240_000n);
    const reserved = () =>
      world.store.run('look', async (tx) =>
        (await tx.transactions.reservationsOf(id))
          .filter(({ kind }) => kind === 'outgoing')
          .map(({ units }) => units),
      );
    await world.look(id);
    const whileItMayBeTakenBack = [(await world.depositOf(id)).price, await reserved()];
    world.deposits.mine('a', 1);
    await world.look(id);
    const inItsBlock = await reserved();
    world.deposits.mine('a', 6);

    expect(whileItMayBeTakenBack).to.deep.equal(['locked', []]);
    expect(inItsBlock).to.deep.equal([239_808n]);
    expect(await world.look(id, 3)).to.include({ status: 'DONE', recipient: 239_808n });
  });

  it('send everything back if the float cannot serve what was agreed', async () => {
    // A quarter of 500,000 serves one of 119,904, and what is left serves 95,024.
    world = await depositWorld({ float: 500_000n });
    const first = await world.waiting();
    const second = await world.waiting(120_000n);
    world.deposits.pay(second.address, 'b', 120_000n);
    world.deposits.mine('b', 1);
    await world.look(second.id);
    world.deposits.pay(first.address, 'a', 100_000n);
    world.deposits.mine('a', 2);

    expect(await world.look(first.id, 4)).to.include({ status: 'FAILED', stage: 'REFUNDED' });
    const { failure } = await world.routeOf(first.id);
    expect(failure).to.deep.equal({
      code: 'REFUNDED',
      reason: 'the float cannot serve the deposit now',
    });
  });

  it('wait with a late deposit while the rail has no price, for a minute', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    world.clock.pass(16 * minuteMs);
    world.market.down = 'RAIL_DOWN';
    world.deposits.pay(address, 'a', 100_000n);
    world.deposits.mine('a', 2);
    expect(await world.look(id)).to.include({ stage: 'AWAITING_DEPOSIT' });
    world.market.down = null;

    expect(await world.look(id, 3)).to.include({ status: 'DONE' });
  });
});

describe('a refund of a deposit', () => {
  let world: DepositWorld;
  const elsewhere = '0xdd00000000000000000000000000000000000000';
  const unsaid = { isUndelivered: false, isDespiteEngine: false } as const;
  afterEach(async () => world.close());

  it('without an address is held until one is named with the claim, once, and naming the same one again is accepted', async () => {
    world = await depositWorld({ refundAddress: null });
    const { id, address, refundClaim } = await world.waiting();
    world.deposits.pay(address, 'a', 50_000n);
    world.deposits.mine('a', 2);
    await world.look(id);
    world.clock.pass(dayMs);
    expect(await world.look(id, 3)).to.include({ status: 'BRIDGING', stage: 'REFUND_HELD' });
    const receipt = await world.read(id, new AbortController().signal);
    expect(receipt.status === 'BRIDGING' && receipt.held).to.include({
      reason: 'no-address',
      owed: 50_000n,
    });
    expect(await world.store.reads.books.liabilities()).to.have.length(1);
    const codeOf = (claim: string, to = elsewhere) =>
      world.nameRefund(id, claim, to).then(
        () => 'named',
        (error: unknown) => (error instanceof RelayError ? error.code : 'fault'),
      );
    expect(await codeOf('another secret')).to.equal('REFUND_CLAIM_INVALID');
    expect(await codeOf(refundClaim)).to.equal('named');
    expect(await codeOf(refundClaim)).to.equal('named');
    expect(await codeOf(refundClaim, `0xe1${'0'.repeat(38)}`)).to.equal('REFUND_ADDRESS_SET');

    expect(await world.look(id, 4)).to.include({ status: 'FAILED', stage: 'REFUNDED' });
    expect(world.chains[0].balance(elsewhere)).to.equal(50_000n);
    expect(await world.store.reads.books.liabilities()).to.deep.equal([]);
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });

  it('that waits goes back with what comes after it, in one refund for one fee', async () => {
    world = await depositWorld({ refundAddress: null });
    const { id, address, refundClaim } = await world.waiting();
    world.clock.pass(dayMs + minuteMs);
    await world.look(id, 2);
    for (const [at, tx] of ['a', 'b', 'c'].entries()) {
      world.deposits.pay(address, tx, 400n);
      world.deposits.mine(tx, 2, 500 + at);
      await world.untilItIsReadAgain(id);
      await world.look(id, 2);
    }
    const waiting = (await world.depositOf(id)).refunds;
    await world.nameRefund(id, refundClaim, elsewhere);
    await world.look(id, 3);
    const sent = (await world.depositOf(id)).refunds;

    expect(waiting.map(({ units, state }) => [units, state])).to.deep.equal([[1_200n, 'held']]);
    expect(sent.map(({ units, state }) => [units, state])).to.deep.equal([[1_200n, 'done']]);
    expect(world.chains[0].balance(elsewhere)).to.equal(1_200n);
    expect(await world.store.reads.books.liabilities()).to.deep.equal([]);
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });

  it('that comes to an ended route whose claim is lost goes to the address that an operator names, once', async () => {
    world = await depositWorld({ refundAddress: null });
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 100_000n);
    world.deposits.mine('a', 2);
    await world.look(id, 3);
    world.deposits.pay(address, 'second', 40_000n);
    world.deposits.mine('second', 2, 501);
    await world.look(id, 2);
    const operator = modelOperator(world.money);
    const [waiting] = (await operator.desk(9)).entries;
    const refund = (to: string | null, isDryRun = false) =>
      operator.order(
        'refund',
        { id, to: to === null ? null : () => evmAddress(to), ...unsaid },
        { isDryRun },
      );
    const refused = [
      await refund(null),
      await refund(accounts.float),
      await operator.order('refund', { id, to: () => address, ...unsaid }),
    ];
    const tried = await refund(elsewhere, true);
    const before = world.chains[0].balance(elsewhere);
    const ordered = await refund(elsewhere);
    await world.look(id, 3);
    const again = await refund(elsewhere);

    expect(waiting).to.deep.include({
      state: 'OWED',
      commands: [
        `interline status ${id}`,
        `interline route refund ${id} --to <address> --reason "<why>"`,
      ],
    });
    expect(waiting?.shows).to.include({ to: 'no address is known yet', depositAddress: address });
    expect(refused[0]).to.match(/^WRONG_STATE: .*name one with --to$/);
    expect(refused[1]).to.match(/^BAD_REQUEST: .*is an address of this relayer$/);
    expect(refused[2]).to.match(/^BAD_REQUEST: to deposit-\d+ is the relayer's own account/);
    expect([tried, ordered]).to.deep.equal(['dry run', 'done']);
    expect(before).to.equal(0n);
    expect(world.chains[0].balance(elsewhere)).to.equal(40_000n);
    expect(again).to.match(/it has ended: DONE/);
    expect(await world.store.reads.books.liabilities()).to.deep.equal([]);
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
    expect((await operator.audit(9)).map(({ outcome }) => outcome)).to.deep.equal([
      'refused',
      'done',
      'refused',
      'refused',
      'refused',
    ]);
  });

  it('named at execute is not named again by an operator for an ended route', async () => {
    world = await depositWorld({ refundAddress: null });
    const { id, address, refundClaim } = await world.waiting();
    world.clock.pass(dayMs + minuteMs);
    await world.look(id, 2);
    world.deposits.pay(address, 'late', 40_000n);
    world.deposits.mine('late', 2);
    await world.untilItIsReadAgain(id);
    await world.nameRefund(id, refundClaim, elsewhere);
    const operator = modelOperator(world.money);
    const refused = await operator.order('refund', {
      id,
      to: () => evmAddress(`0xe1${'0'.repeat(38)}`),
      ...unsaid,
    });

    expect(refused).to.match(/^REFUND_ADDRESS_SET/);
    expect(await operator.order('refund', { id, to: null, ...unsaid })).to.equal('done');
  });

  it('named at execute cannot be named again by the claim', async () => {
    world = await depositWorld();
    const { id, refundClaim } = await world.waiting();
    const refused = await world
      .nameRefund(id, refundClaim, elsewhere)
      .catch((error: unknown) => error);

    expect(refused).to.be.instanceOf(RelayError).and.to.include({ code: 'REFUND_ADDRESS_SET' });
  });

  it('goes to no account of ours, by the claim or by execute', async () => {
    const own = accounts.float;
    world = await depositWorld({ refundAddress: null });
    const { id, refundClaim } = await world.waiting();
    const refused = await world.nameRefund(id, refundClaim, own).catch((error: unknown) => error);
    await world.close();
    world = await depositWorld({ refundAddress: own });
    const atExecute = await world.execute().catch((error: unknown) => error);

    for (const error of [refused, atExecute])
      expect(error)
        .to.be.instanceOf(RelayError)
        .and.to.include({
          code: 'BAD_REQUEST',
          message: `refundAddress ${own} is the relayer's own account; send an address of yours`,
        });
  });

  it('goes to no deposit address, its own or of another, where it would be sent back until fees ate it', async () => {
    world = await depositWorld({ refundAddress: null });
    const { id, address, refundClaim } = await world.waiting();
    const other = await world.waiting();
    const refused = [
      await world.nameRefund(id, refundClaim, address).catch((error: unknown) => error),
      await world.nameRefund(id, refundClaim, other.address).catch((error: unknown) => error),
      await world.execute({ refundTo: address }).catch((error: unknown) => error),
    ];

    for (const error of refused)
      expect(error).to.be.instanceOf(RelayError).and.to.include({ code: 'BAD_REQUEST' });
    expect((await world.depositOf(id)).refundAddress).to.equal(null);
    expect(await world.issued()).to.have.length(2);
  });

  it('keeps the secret of its claim out of the store', async () => {
    world = await depositWorld();
    const { id, refundClaim } = await world.waiting();
    const stored = await world.depositOf(id);

    expect(refundClaim).to.have.length(64);
    expect(stored.refundSecretHash).to.equal(`hash of ${refundClaim}`);
  });
});
