import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openStore } from '@interline/adapters/store';
import { PermitTaken } from '@interline/core/transfer';
import { exportStore } from '@interline/server';
import { expect } from 'chai';
import {
  base,
  permit,
  route,
  signedTransaction,
  spender,
  transaction,
} from '../contract/store-samples.ts';
import { temporaryFolder } from '../contract/store-temporary-folder.ts';
import { runInterline } from '../support/run-interline.ts';

const dayMs = 86_400_000;
const hash = `0x${'1a'.repeat(32)}` as const;
const aYearAgo = new Date(Date.now() - 366 * dayMs).toISOString().slice(0, 10);
const aMonthAgo = new Date(Date.now() - 30 * dayMs).toISOString().slice(0, 10);

describe('the receipts of the archive, exported', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let file: string;
  let to: string;
  beforeEach(async () => {
    folder = temporaryFolder();
    file = join(folder.path, 'journal.sqlite');
    to = join(folder.path, 'receipts.jsonl');
    await inStore((store) =>
      store.run('fill', async (tx) => {
        for (let at = 0; at < 40; at += 1)
          await tx.transfers.insertRoute(
            route(`rt_${at}`, {
              status: 'DONE',
              stage: 'DELIVERED',
              phase: 'ended',
              permit: permit(BigInt(at)),
              updatedAtMs: Date.now() - (at < 32 ? 400 : 100) * dayMs,
            }),
          );
        const mined = {
          state: 'mined',
          minedHash: hash,
          minedBlock: 10,
          minedBlockHash: '0xb10c',
          isFinal: true,
        } as const;
        await tx.transactions.insertTransaction(
          transaction('ef_1', 4, { ...mined, owner: { kind: 'route', id: 'rt_0' } }),
        );
        await tx.transactions.insertSignedTransaction(signedTransaction(hash, 'ef_1', 4));
        await tx.transactions.openAccount(base, spender, 4);
        await tx.transactions.markMined(base, spender, 6);
      }),
    );
    await interline('archive');
  });
  afterEach(() => folder.remove());

  async function inStore<T>(
    ask: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>,
  ): Promise<T> {
    const store = await openStore({ file });
    try {
      return await ask(store);
    } finally {
      await store.close();
    }
  }
  const interline = (...words: readonly string[]) =>
    runInterline(['store', ...words, '--data', folder.path]);
  const exported = async (...words: readonly string[]) => {
    const { out, err } = await interline(
      'export',
      '--before',
      aYearAgo,
      '--to',
      to,
      '--json',
      ...words,
    );
    expect(err).to.equal('');
    return JSON.parse(out) as Readonly<Record<string, unknown>>; // CAST: as documented.
  };
  const place = () => ({ database: { kind: 'file' } as const, storeDir: folder.path });
  /** As a run leaves it that was cut off before its last bytes. */
  const cutOff = (whole: Uint8Array, bytes: number): void => {
    writeFileSync(`${to}.part`, whole.subarray(0, whole.length - bytes));
    writeFileSync(`${to}.part.before`, `${aYearAgo}T00:00:00.000Z\n`);
    rmSync(to);
  };
  const routeNow = (id: string) => inStore((store) => store.reads.transfers.route(id));

  it('are a line each with permit, transactions and signed forms, counted with the digest of what was read back', async () => {
    const told = await exported();

    const text = readFileSync(to, 'utf8');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line); // CAST: below.
    expect(told).to.deep.include({
      receipts: 32,
      digest: createHash('sha256').update(text).digest('hex'),
      letGo: 0,
    });
    expect(new Set(lines.map(({ receipt }) => receipt.id)).size).to.equal(32);
    const own = lines.find(({ receipt }) => receipt.id === 'rt_0');
    expect(own?.form).to.equal('interline-receipt/1');
    expect(own?.receipt.permit).to.contain('signature');
    expect([own?.transactions.length, own?.signed.length]).to.deep.equal([1, 1]);
    expect(await routeNow('rt_3')).to.not.equal(null);
  });

  it('are deleted from the store once the file holds them: permits stay taken and transactions known, and what is younger stays', async () => {
    to = `${to}.gz`;
    const told = await exported('--delete');

    const lines = gunzipSync(readFileSync(to)).toString().trimEnd().split('\n');
    expect([told['receipts'], told['letGo'], lines.length]).to.deep.equal([32, 32, 32]);
    expect([await routeNow('rt_3'), (await routeNow('rt_35'))?.id]).to.deep.equal([null, 'rt_35']);
    const again = await inStore((store) =>
      store
        .run('again', (tx) => tx.transfers.insertRoute(route('rt_new', { permit: permit(3n) })))
        .catch((error: unknown) => error),
    );
    expect(again).to.be.instanceOf(PermitTaken);
    const known = await inStore((store) => store.reads.transactions.transaction('ef_1'));
    expect(known).to.include({ id: 'ef_1', minedHash: hash });
    expect(await exported('--delete')).to.include({ receipts: 32, letGo: 0 });
  });

  it('go on if a run was cut off in the middle of a line, and come to the same bytes', async () => {
    await exported();
    const whole = readFileSync(to);
    cutOff(whole, 700);

    const told = await exported();

    expect(readFileSync(to).equals(whole)).to.equal(true);
    expect([told['receipts'], existsSync(`${to}.part`)]).to.deep.equal([32, false]);
  });

  it('go on up to the day that they were begun with, and up to no other', async () => {
    let looks = 0;
    const begun = await exportStore(place(), {
      beforeMs: Date.parse(aYearAgo),
      file: to,
      letsGo: false,
      // Two pages, and then no more.
      stop: {
        get aborted() {
          looks += 1;
          return looks > 2;
        },
      } as AbortSignal, // CAST: nothing else of it is read.
    });
    const part = readFileSync(`${to}.part`);

    const later = await interline('export', '--before', aMonthAgo, '--to', to);
    const kept = readFileSync(`${to}.part`);
    rmSync(`${to}.part.before`);
    const unknown = await interline('export', '--before', aYearAgo, '--to', to);

    expect([begun.isStopped, begun.receipts > 0]).to.deep.equal([true, true]);
    expect([later.code, unknown.code, existsSync(to), kept.equals(part)]).to.deep.equal([
      1,
      1,
      false,
      true,
    ]);
    expect(later.err).to.contain(
      `was begun with --before ${aYearAgo}; go on with that day, or delete`,
    );
    expect(unknown.err).to.contain('was begun with --before a day that is not known');
  });

  for (const name of ['receipts.jsonl', 'receipts.jsonl.gz'])
    it(`are never written over what another run finished first, as ${name}`, async () => {
      to = join(folder.path, name);
      const lost = await exportStore(place(), {
        beforeMs: Date.parse(aYearAgo),
        file: to,
        letsGo: true,
        // Looked at last before the file gets its name.
        stop: {
          get aborted() {
            writeFileSync(to, 'of another run');
            return false;
          },
        } as AbortSignal, // CAST: nothing else of it is read.
      }).catch(String);

      expect(lost).to.equal(
        `Error: ${to} was finished by another run meanwhile and stays as it is; nothing was let go`,
      );
      expect(readFileSync(to, 'utf8')).to.equal('of another run');
      expect(
        readdirSync(folder.path)
          .filter((one) => one.startsWith(name))
          .sort(),
      ).to.deep.equal([name, `${name}.part`, `${name}.part.before`]);
      expect((await routeNow('rt_3'))?.id).to.equal('rt_3');
    });

  it('are a line each whatever a memo holds, also for a run that goes on', async () => {
    const memo = { type: 'text', value: 'rent\u2028of\u2029May' } as const;
    const ended = { status: 'DONE', stage: 'DELIVERED', phase: 'ended' } as const;
    await inStore((store) =>
      store.run('fill', async (tx) => {
        for (const at of [97, 98]) {
          const plain = route(`rt_${at}`);
          await tx.transfers.insertRoute({
            ...plain,
            ...ended,
            order: { ...plain.order, memo },
            permit: permit(BigInt(at)),
            updatedAtMs: Date.now() - 400 * dayMs,
          });
        }
      }),
    );
    await interline('archive');
    const told = await exported();
    const whole = readFileSync(to);
    cutOff(whole, 700);

    const again = await exported('--delete');

    expect(whole.toString()).to.contain(memo.value);
    expect([told['receipts'], again['receipts'], again['letGo']]).to.deep.equal([34, 34, 34]);
    expect(readFileSync(to).equals(whole)).to.equal(true);
  });

  it('are kept if the file holds something else', async () => {
    await exported();
    const text = readFileSync(to, 'utf8');
    writeFileSync(to, text.replace('"rt_3"', '"rt_x"'));

    const told = await exported('--delete');

    expect(told['letGo']).to.equal(16);
    expect((await routeNow('rt_3'))?.id).to.equal('rt_3');
  });

  it('are written by a command without --dry-run, which its help does not show', async () => {
    const help = await interline('export', '--help');
    const ran = await interline('export', '--before', aYearAgo, '--to', to, '--dry-run');

    expect(help.out).to.contain('--delete').and.not.contain('--dry-run');
    expect([ran.code, existsSync(to)]).to.deep.equal([2, false]);
    expect(ran.err).to.contain("unknown option '--dry-run'");
  });

  it('are readable for a year: a later day is not deleted', async () => {
    const ran = await interline('export', '--before', aMonthAgo, '--to', to, '--delete');

    expect([ran.code, existsSync(to)]).to.deep.equal([2, false]);
    expect(ran.err).to.contain('--before names a later day');
  });
});

interface Line {
  readonly form: string;
  readonly receipt: { readonly id: string; readonly permit: string };
  readonly transactions: readonly object[];
  readonly signed: readonly object[];
}
