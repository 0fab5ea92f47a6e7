import { expect } from 'chai';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { askResolver, readResolver } from './ask-resolver.ts';
import { originProbe } from './origin-probe.ts';

/**
 * What a resolver may answer to the HTTPS question for relay.example, as dnspython 2.8.0 writes it.
 * The first two bytes are the question's id.
 */
const answers = {
  withEch:
    '1234818000010001000000010572656c6179076578616d706c650000410001c00c004100010000012c002f0001000001000602683202683300040004c0000201000500160014fe0d0010000102030405060708090a0b0c0d0e0f0000292000000000000000',
  withoutEch:
    '1234818000010001000000010572656c6179076578616d706c650000410001c00c004100010000012c00150001000001000602683202683300040004c00002010000292000000000000000',
  noRecord: '1234818000010000000000010572656c6179076578616d706c6500004100010000292000000000000000',
  behindCname:
    '1234818000010002000000010572656c6179076578616d706c650000410001c00c000500010000012c00070465646765c012c02b004100010000012c001d000100000500160014fe0d0010000102030405060708090a0b0c0d0e0f0000292000000000000000',
  alias:
    '1234818000010001000000010572656c6179076578616d706c650000410001c00c004100010000012c001000000465646765076578616d706c65000000292000000000000000',
  secondOfTwo:
    '1234818000010002000000010572656c6179076578616d706c650000410001c00c004100010000012c002c0002066261636b7570076578616d706c6500000500160014fe0d0010000102030405060708090a0b0c0d0e0fc00c004100010000012c000a000100000100030268320000292000000000000000',
  servfail: '1234818200010000000000010572656c6179076578616d706c6500004100010000292000000000000000',
  noSuchName:
    '1234818300010000000000010572656c6179076578616d706c6500004100010000292000000000000000',
  truncated:
    '1234838000010001000000010572656c6179076578616d706c650000410001c00c004100010000012c001d000100000500160014fe0d0010000102030405060708090a0b0c0d0e0f0000292000000000000000',
} as const;

/** The test's own resolver on loopback. It answers a question with the bytes that it is given. */
describe('the question for the HTTPS record of our name', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  const resolverThat = async (answer: (asked: Buffer) => readonly Buffer[]) => {
    const asked: Buffer[] = [];
    const socket = createSocket('udp4');
    socket.on('message', (bytes, { port, address }) => {
      asked.push(bytes);
      for (const one of answer(bytes)) socket.send(one, port, address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    closing.push(async () => {
      socket.close();
      await once(socket, 'close');
    });
    return { at: `127.0.0.1:${socket.address().port}`, asked };
  };

  /** What the probe of `https://relay.example` shows, where the resolver answers so. */
  const seenWith = async (answer: (asked: Buffer) => readonly Buffer[]): Promise<boolean> => {
    const { at } = await resolverThat(answer);
    return encryptedDnsAt('https://relay.example', at);
  };

  it('is one of type 65, with recursion, as any resolver reads it', async () => {
    const { at, asked } = await resolverThat((bytes) => [answerTo(bytes, answers.withEch)]);

    await encryptedDnsAt('https://relay.example', at);

    expect(asked.map((bytes) => bytes.toString('hex', 2))).to.deep.equal([
      // dnspython's own question, after its id.
      '010000010000000000010572656c6179076578616d706c65000041000100002904d0000000000000',
    ]);
  });

  it('names the port if it is not that of HTTPS, and asks nothing for an IP address', async () => {
    const { at, asked } = await resolverThat((bytes) => [answerTo(bytes, answers.noRecord)]);

    for (const url of [
      'https://relay.example:8443',
      'https://192.0.2.7',
      'https://[2001:db8::7]:8443',
    ])
      await encryptedDnsAt(url, at);

    const name = Buffer.from('\x05_8443\x06_https\x05relay\x07example\0', 'latin1');
    // The answer is to another question, so it is asked for a second time.
    expect(asked.map((bytes) => bytes.subarray(12, 12 + name.length))).to.deep.equal([name, name]);
  });

  it('sees the ech parameter: as the only one, behind a CNAME, in the second record', async () => {
    for (const kind of ['withEch', 'behindCname', 'secondOfTwo'] as const)
      expect(await seenWith((asked) => [answerTo(asked, answers[kind])]), kind).to.equal(true);
  });

  it('sees none in records without it, without records, in an alias and for no such name', async () => {
    for (const kind of ['withoutEch', 'noRecord', 'alias', 'noSuchName'] as const)
      expect(await seenWith((asked) => [answerTo(asked, answers[kind])]), kind).to.equal(false);
  });

  it('sees none if the resolver refuses, cuts the answer off, or sends garbage', async () => {
    const garbage = (asked: Buffer): Buffer => Buffer.concat([asked.subarray(0, 2), answered]);
    const answered = Buffer.from('ffffffffffffffffffffffffffffffffffffffff', 'hex');
    const cutInRecord = (asked: Buffer): Buffer => answerTo(asked, answers.withEch).subarray(0, 80);

    expect([
      await seenWith((asked) => [answerTo(asked, answers.servfail)]),
      await seenWith((asked) => [answerTo(asked, answers.truncated)]),
      await seenWith((asked) => [cutInRecord(asked)]),
      await seenWith((asked) => [garbage(asked)]),
      await seenWith(() => [Buffer.alloc(0), Buffer.of(7)]),
    ]).to.deep.equal([false, false, false, false, false]);
  });

  it('passes over an answer of another id or question, and takes the right one behind it', async () => {
    const wrongId = (asked: Buffer): Buffer => {
      const bytes = answerTo(asked, answers.withEch);
      bytes.writeUInt16BE(asked.readUInt16BE(0) ^ 1, 0);
      return bytes;
    };
    const wrongName = (asked: Buffer): Buffer => {
      const bytes = answerTo(asked, answers.withEch);
      bytes.write('other', 13, 'latin1');
      return bytes;
    };

    expect([
      await seenWith((asked) => [wrongId(asked)]),
      await seenWith((asked) => [wrongName(asked)]),
      await seenWith((asked) => [asked]),
      await seenWith((asked) => [
        wrongId(asked),
        wrongName(asked),
        answerTo(asked, answers.withEch),
      ]),
    ]).to.deep.equal([false, false, false, true]);
  });

  it('is asked at most twice of a resolver that is silent or refuses', async () => {
    const silent = await resolverThat(() => []);
    const refusing = await resolverThat((asked) => [answerTo(asked, answers.servfail)]);
    let times = 0;
    const late = await resolverThat((asked) => {
      times += 1;
      return times === 1 ? [] : [answerTo(asked, answers.withEch)];
    });

    expect([
      await encryptedDnsAt('https://relay.example', silent.at),
      await encryptedDnsAt('https://relay.example', refusing.at),
      await encryptedDnsAt('https://relay.example', late.at),
    ]).to.deep.equal([false, false, true]);
    expect([silent.asked.length, refusing.asked.length, late.asked.length]).to.deep.equal([
      2, 2, 2,
    ]);
  });

  it('is not asked for a name that DNS cannot have', async () => {
    const { at, asked } = await resolverThat((bytes) => [answerTo(bytes, answers.withEch)]);

    for (const host of [
      `${'a'.repeat(64)}.example`,
      `${'abcdefg.'.repeat(32)}example`,
      'a..example',
    ])
      expect(await encryptedDnsAt(`https://${host}`, at), host).to.equal(false);
    expect(asked).to.deep.equal([]);
  });
});

describe('the address of a resolver', () => {
  it('is an IP address, with a port if it is not 53', () => {
    expect(
      ['192.0.2.53', '192.0.2.53:5353', '2001:db8::53', '[2001:db8::53]:65535'].map(readResolver),
    ).to.deep.equal([
      { host: '192.0.2.53', port: 53 },
      { host: '192.0.2.53', port: 5353 },
      { host: '2001:db8::53', port: 53 },
      { host: '2001:db8::53', port: 65_535 },
    ]);
  });

  it('is not a name, and has no invalid port', () => {
    for (const bad of [
      '',
      'dns.example',
      'dns.example:53',
      '192.0.2.53:0',
      '192.0.2.53:65536',
      '192.0.2.53:53:53',
      '[192.0.2.53]:53',
      '[2001:db8::53]',
      '[]:53',
    ])
      expect(readResolver(bad), bad).to.equal(null);
  });
});

function encryptedDnsAt(url: string, resolver: string): Promise<boolean> {
  const probe = originProbe(url, {
    http: { request: () => Promise.reject(new Error('no answer')) },
    askHttpsRecords: askResolver(resolver, 400),
    clock: { monotonic: () => 0 },
  });
  return probe.look().then(({ encryptedDns }) => encryptedDns);
}

/** The answer, under the id of the question. */
function answerTo(asked: Buffer, hex: string): Buffer {
  return Buffer.concat([asked.subarray(0, 2), Buffer.from(hex.slice(4), 'hex')]);
}
