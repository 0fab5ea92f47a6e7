import { systemEntropy } from '@interline/adapters/entropy';
import { rowSealer } from '@interline/adapters/hpke';
import { privateRequests } from '@interline/adapters/ohttp';
import { memoryRateLimiter } from '@interline/adapters/rate-limiter';
import { openStore, type Store } from '@interline/adapters/store';
import { type RsaIssuer, rsaIssuer } from '@interline/adapters/token-issuer';
import { announcingStore } from '@interline/core';
import { messaging } from '@interline/core/messaging';
import type { Pass } from '@interline/core/passes';
import { privateLane } from '@interline/core/private-lane';
import { sureTime } from '@interline/core/sure-time';
import { type Duty, evmChain, RelayError, utcDay } from '@interline/kernel';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { fastFolder } from '../support/fast-folder.ts';
import { quietLog } from '../support/quiet-log.ts';
import { unwatchedLog } from '../support/unwatched-log.ts';
import { mintOn, takeFrom } from './mint-on.ts';

const dayMs = 86_400_000;
const start = 20_000 * dayMs;

/** What duties keep, over a real store and with no chain that answers. */
describe('a clock that is wrong for one run of every duty', () => {
  const secret = randomBytes(32);
  let folder: string;
  let opened: Store;
  let issuer: RsaIssuer;
  let ms: number;
  let passedMs: number;
  let service: ReturnType<typeof serviceOn>;
  beforeEach(async () => {
    folder = mkdtempSync(join(fastFolder, 'interline-clock-'));
    opened = await openStore({ file: join(folder, 'journal.db') });
    issuer = rsaIssuer({ secret, threads: 1 });
    [ms, passedMs] = [start, 0];
    service = serviceOn();
    await service.keep();
  });
  afterEach(async () => {
    await issuer.close();
    await opened.close();
    rmSync(folder, { recursive: true });
  });

  function serviceOn() {
    const clock = {
      now: () => ms,
      monotonic: () => passedMs,
      sleep: async () => undefined,
      alarm: () => ({ rang: new Promise<void>(() => undefined), cancel: () => undefined }),
    };
    const store = announcingStore(opened, clock);
    const time = sureTime.create({
      store,
      clock,
      chains: { headTimeMs: () => Promise.reject(new RelayError('CHAIN_UNREACHABLE')) },
      custody: { chains: [] },
      log: quietLog,
      lifetime: new AbortController().signal,
    });
    const shared = {
      store,
      clock,
      sureTime: time,
      log: quietLog,
      transparencyLog: unwatchedLog(clock.now),
      rateLimiter: memoryRateLimiter(clock),
    };
    const mint = mintOn(opened, issuer, clock, time);
    const lane = privateLane.create({
      ...shared,
      privateRequests: privateRequests(secret),
      relayCaller: { report: async () => null, send: async () => null },
      deployment: { privateLane: { enabled: true, relays: [] } },
    });
    const messages = messaging.create({
      ...shared,
      entropy: systemEntropy,
      rowSealer,
      deployment: { messaging: { enabled: true, retentionDays: 14, coverRowsPerDay: 0 } },
    });
    const duties: readonly Duty[] = [...mint.duties, ...lane.duties, ...messages.duties];
    return {
      mint,
      lane,
      async keep() {
        for (const duty of duties) await duty.run();
      },
    };
  }

  /** All duties run once while the clock is that far ahead; then it is right again, a minute later. */
  const goWrong = async (byMs: number, one = service): Promise<void> => {
    ms = start + byMs;
    await one.keep();
    passedMs += 60_000;
    ms = start + 60_000;
    await one.keep();
  };
  const spend = (pass: Pass): Promise<unknown> =>
    service.mint.verifyPass(pass).then(
      (verified) =>
        service.mint.spendPass(verified).then(
          () => 'spent',
          (error: unknown) => (error as { code: string }).code, // CAST: refusals have codes.
        ),
      (error: unknown) => (error as { code: string }).code, // CAST: refusals have codes.
    );

  for (const days of [38, 400])
    it(`by ${days} days lets no pass be spent twice, and the key signs on`, async () => {
      const [pass = none] = await takeFrom(service.mint, 1);
      const first = await spend(pass);
      await goWrong(days * dayMs);

      expect([first, await spend(pass)]).to.deep.equal(['spent', 'PASS_SPENT']);
      expect((await takeFrom(service.mint, 1)).length).to.equal(1);
      expect((await service.mint.describePasses()).keys.map(({ seq }) => seq)).to.deep.equal([1]);
    });

  it('does not bar the next key, which begins where the first one ends', async () => {
    await goWrong(400 * dayMs);
    for (const day of [27, 30]) {
      [passedMs, ms] = [day * dayMs, start + day * dayMs];
      await service.keep();
    }

    expect((await service.mint.describePasses()).current).to.include({
      seq: 2,
      notBeforeMs: start + 30 * dayMs,
    });
  });

  it('leaves the keys of the private lane, and draws none that begins in a year', async () => {
    const before = await service.lane.currentKeys();
    await goWrong(400 * dayMs);

    expect(await service.lane.currentKeys()).to.deep.equal(before);
    expect(await opened.reads.privateLane.sealedLaneKeys(1)).to.be.a('string');
    expect((await opened.reads.privateLane.laneKeys()).length).to.equal(1);
  });

  it('leaves messages in their buckets', async () => {
    const day = utcDay(start);
    const row = { id: 'msg_1', bucket: 1, day, body: 'AAAA' };
    await opened.run('append', (tx) => tx.messages.appendRow(row));
    await goWrong(400 * dayMs);

    const part = { bucket: 1, day, afterPlace: -1 };
    expect((await opened.reads.messages.mailbox(part, 10)).length).to.equal(1);
  });

  it('does no harm to a process that starts with it either', async () => {
    const [pass = none] = await takeFrom(service.mint, 1);
    await spend(pass);
    await goWrong(400 * dayMs, serviceOn());

    expect(await spend(pass)).to.equal('PASS_SPENT');
    expect((await service.mint.describePasses()).current?.seq).to.equal(1);
  });
});

describe('a pass in the last hour in which it is taken', () => {
  it('is not spent twice, though another process, 50 minutes ahead, has done its duties', async () => {
    const folder = mkdtempSync(join(fastFolder, 'interline-clock-'));
    const opened = await openStore({ file: join(folder, 'journal.db') });
    const issuer = rsaIssuer({ secret: randomBytes(32), threads: 1 });
    let [ms, passedMs] = [start, 0];
    const mintAhead = (byMs: number) => {
      const clock = {
        now: () => ms + byMs,
        monotonic: () => passedMs,
        sleep: async () => undefined,
        alarm: () => ({ rang: new Promise<void>(() => undefined), cancel: () => undefined }),
      };
      const time = sureTime.create({
        store: announcingStore(opened, clock),
        clock,
        chains: { headTimeMs: async () => ms },
        custody: { chains: [evmChain(1)] },
        log: quietLog,
        lifetime: new AbortController().signal,
      });
      return mintOn(opened, issuer, clock, time);
    };
    const [right, ahead] = [mintAhead(0), mintAhead(3_000_000)];
    for (const duty of right.duties) await duty.run();
    const [pass = none] = await takeFrom(right, 1);
    await right.spendPass(await right.verifyPass(pass));

    [ms, passedMs] = [start + 395 * dayMs - 2_900_000, 61_000];
    for (const duty of [...right.duties, ...ahead.duties]) await duty.run();
    const again = await right
      .verifyPass(pass)
      .then((verified) => right.spendPass(verified))
      .then(
        () => 'spent again',
        (error: unknown) => (error as { code: string }).code, // CAST: refusals have codes.
      );
    await issuer.close();
    await opened.close();
    rmSync(folder, { recursive: true });

    expect(again).to.equal('PASS_SPENT');
  });
});

const none: Pass = { preparedMessage: new Uint8Array(), signature: new Uint8Array() };
