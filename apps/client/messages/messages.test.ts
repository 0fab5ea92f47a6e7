import { expect } from 'chai';
import { base64Of, bytesInBase64 } from '../passes/blind.ts';
import { hybrid, x25519 } from '../hpke/index.ts';
import { latticeLikeness } from './lattice-likeness.ts';
import { bucketOf, createMailbox, type Mailbox } from './mailbox.ts';
import { readMessages, untilSteady } from './messages.ts';
import { openRow, sealRow } from './row.ts';

describe('a mailbox', () => {
  it('has a hybrid key if the runtime knows ML-KEM', async () => {
    const { address, secret } = await createMailbox();

    expect([bytesInBase64(address).length, bytesInBase64(secret).length]).to.deep.equal([
      1_216, 32,
    ]);
  });

  it('lies in the bucket of 12 bits of its key and the day', async () => {
    // sha256sum of 32 zero bytes and 2026-11-23 begins with 1ec, of 2026-11-24 with 805.
    const address = base64Of(new Uint8Array(32));

    expect([
      await bucketOf(address, '2026-11-23'),
      await bucketOf(address, '2026-11-24'),
    ]).to.deep.equal([0x1ec, 0x805]);
  });
});

describe('a row', () => {
  for (const [name, kem] of Object.entries({ x25519, hybrid }))
    it(`to ${name} is opened only by its reader`, async () => {
      const [reader, stranger] = await Promise.all([mailboxOf(kem), mailboxOf(kem)]);
      const row = await sealRow(reader.address, 'good morning, Jürgen');

      expect(await openRow(reader, row)).to.equal('good morning, Jürgen');
      expect(await openRow(stranger, row)).to.equal(null);
      expect(await openRow(await createMailbox(), row)).to.equal(null);
    });

  it('has 4,096 bytes, from an empty text to one of 2,958 bytes, and takes no longer one', async () => {
    const reader = await createMailbox();
    for (const text of ['', 'x'.repeat(2_958), 'ü'.repeat(1_479)]) {
      const row = await sealRow(reader.address, text);
      expect([bytesInBase64(row).length, await openRow(reader, row)]).to.deep.equal([4_096, text]);
    }
    const refused: unknown = await sealRow(reader.address, 'x'.repeat(2_959)).catch(String);
    expect(refused).to.include('2959 bytes; a row holds 2958');
  });

  it('begins with what looks like a ciphertext of ML-KEM, sealed to it or not', async () => {
    const samples = 150_000;
    const share = async (make: () => Promise<Uint8Array>): Promise<number> => {
      let [frequent, seen] = [0, 0];
      while (seen < samples)
        for (const value of tenBitsOf(await make()))
          [frequent, seen] = [frequent + Number(isFrequent.has(value)), seen + 1];
      return frequent / seen;
    };
    const [plain, both] = await Promise.all([mailboxOf(x25519), mailboxOf(hybrid)]);

    // 1,028 coefficients of 3,329 are among those whose values four of them share: 0.3088.
    expect(await share(async () => latticeLikeness())).to.be.closeTo(0.3088, 0.0072);
    for (const { address } of [plain, both])
      expect(await share(async () => bytesInBase64(await sealRow(address, 'x')))).to.be.closeTo(
        0.3088,
        0.0072,
      );
  });

  it('is not sealed to an invalid address', async () => {
    for (const address of ['', 'no base64', 'AAAA', base64Of(new Uint8Array(32))])
      expect(
        await sealRow(address, 'x').then(
          () => 'sealed',
          () => 'refused',
        ),
      ).to.equal('refused');
  });
});

describe('a message', () => {
  it('waits out the half minute on either side of midnight UTC', () => {
    const midnight = Date.UTC(2026, 10, 24);

    expect(
      [-30_001, -30_000, -1, 0, 29_999, 30_000].map((offset) => untilSteady(midnight + offset)),
    ).to.deep.equal([0, 60_000, 30_001, 30_000, 1, 0]);
  });
});

describe('reading a bucket', () => {
  type Page = {
    readonly rows: readonly { readonly id: string; readonly row: string }[];
    readonly next: string | null;
  };

  /** How it ends where the service answers so, each time or with the last one for ever; null is an error. */
  const readOn = async (pages: readonly (Page | null)[], mostPasses?: number) => {
    const mailbox = await mailboxOf(x25519);
    let [shown, passes] = [0, 0];
    const call = async () => {
      const page = pages[Math.min(shown, pages.length - 1)] ?? null;
      shown += 1;
      if (page === null) throw new Error('the service is down');
      return page;
    };
    const takePass = async () => {
      passes += 1;
      return { preparedMsg: 'm', sig: 's' };
    };
    const read = await readMessages(
      { call },
      { mailbox, takePass, ...(mostPasses === undefined ? {} : { mostPasses }) },
    ).catch(String);
    if (typeof read === 'string') return [read, passes];
    const { rows, last, ended } = read;
    return [rows, last, ended.kind === 'failed' ? String(ended.error) : ended.kind, passes];
  };
  const pageOf = (id: string, next: string | null): Page => ({ rows: [{ id, row: 'AAAA' }], next });

  it('answers what was read before it failed, and fails if nothing was', async () => {
    expect(await readOn([pageOf('msg_1', 'msg_1'), pageOf('msg_2', 'msg_2'), null])).to.deep.equal([
      2,
      'msg_2',
      'Error: the service is down',
      3,
    ]);
    expect(await readOn([null])).to.deep.equal(['Error: the service is down', 1]);
  });

  it('takes ten passes if no other number is given, and none once a page has no row', async () => {
    const more = pageOf('msg_1', 'msg_1');
    const none = { rows: [], next: 'msg_1' };
    const why = 'Error: the service shows no row, and says that there are more';

    expect(await readOn([more])).to.deep.equal([10, 'msg_1', 'bound', 10]);
    expect(await readOn([more], 2)).to.deep.equal([2, 'msg_1', 'bound', 2]);
    expect(await readOn([more, pageOf('msg_2', null)], 2)).to.deep.equal([2, 'msg_2', 'whole', 2]);
    expect(await readOn([none])).to.deep.equal([why, 1]);
    expect(await readOn([more, none])).to.deep.equal([1, 'msg_1', why, 2]);
  });
});

async function mailboxOf(kem: typeof x25519): Promise<Mailbox> {
  const { publicKey, secret } = await kem.createKey();
  return { address: base64Of(publicKey), secret: base64Of(secret) };
}

const standsFor = Array.from(
  { length: 3_329 },
  (_, one) => Math.round((one * 1_024) / 3_329) % 1_024,
);
const isFrequent = new Set(
  Array.from({ length: 1_024 }, (_, value) => value).filter(
    (value) => standsFor.filter((one) => one === value).length === 4,
  ),
);

/** The 768 values of the first 960 bytes. */
function tenBitsOf(bytes: Uint8Array): readonly number[] {
  return Array.from({ length: 768 }, (_, at) => {
    const [from, shift] = [Math.floor((at * 10) / 8), (at * 10) % 8];
    return (((bytes[from] ?? 0) | ((bytes[from + 1] ?? 0) << 8)) >> shift) & 0x3ff;
  });
}
