import { expect } from 'chai';
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkpointText, readCheckpoint } from './checkpoint.ts';
import { cosign, readCosignature } from './cosignature.ts';
import { mlDsaKeyOf, rawPublicKey } from './ml-dsa.ts';
import {
  ed25519KeyOf,
  isSignedBy,
  noteKey,
  noteKeyTypes,
  noteOf,
  readNote,
  readVerifierKey,
  verifierKey,
} from './signed-note.ts';

// The example of c2sp.org/signed-note, "Verifier keys".
const vkey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const note =
  'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';
// The examples of c2sp.org/tlog-checkpoint and c2sp.org/tlog-cosignature.
const checkpointNote =
  'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n';

describe('a signed note', () => {
  it('verifies as the example of C2SP does, and not once anything of it differs', () => {
    const key = readVerifierKey(vkey);
    const other = (from: string, to: string): boolean =>
      isSignedBy(readNote(note.replace(from, to)), key);

    expect(isSignedBy(readNote(note), key)).to.equal(true);
    expect(verifierKey(key)).to.equal(vkey);
    expect(noteOf(readNote(note))).to.equal(note);
    expect([
      other('an example', 'one example'),
      other('Uw2QOkn8', 'Uw2QOkn9'),
      other('Uw2QOk', 'Uw2QOU'),
      other('— example.com/foo', '— example.com/bar'),
    ]).to.deep.equal([false, false, false, false]);
  });

  it('is refused with a wrong signature of the key next to a right one', () => {
    const key = readVerifierKey(vkey);
    const [, line = ''] = note.split('\n\n');
    const wrong = `${note}${line.replace('Okn8', 'Okn9')}`;

    expect(isSignedBy(readNote(wrong), key)).to.equal(false);
  });

  it('is read in no other spelling: control characters, no signature, a name with a plus', () => {
    for (const bad of [
      'text\n',
      'text\n\n',
      note.replace('example message', 'example\tmessage'),
      note.replace('\n\n', '\r\n\r\n'),
      note.slice(0, -1),
      note.replace('— example.com/foo', '— example.com+foo'),
      note.replace('— example.com/foo', '- example.com/foo'),
      note.replace('yaQM=', 'yaQM'),
    ])
      expect(() => readNote(bad), bad).to.throw();
    for (const bad of ['', 'a+b+c', vkey.replace('530d903a', '530d903b'), vkey.slice(0, -4)])
      expect(() => readVerifierKey(bad), bad).to.throw();
  });
});

describe('a checkpoint', () => {
  it('is read from the example of C2SP, and written as it was', () => {
    const read = readNote(checkpointNote);
    const checkpoint = readCheckpoint(read);

    expect(checkpoint).to.include({ origin: 'example.com/behind-the-sofa', size: 20_852_163 });
    expect(checkpointText(checkpoint)).to.equal(read.text);
    expect(read.signatures.map(({ name, keyId }) => [name, keyId])).to.deep.equal([
      ['example.com/behind-the-sofa', '033de0ae'],
      ['witness.example.com/w1', '8d66cf3f'],
    ]);
    // `time 1679315147` of the same example.
    const time = Buffer.from(read.signatures[1]?.signature ?? []).readBigUInt64BE(0);
    expect(time).to.equal(1_679_315_147n);
  });

  it('has no leading zeroes, no short root and no further line', () => {
    const root = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';
    for (const text of [
      `a\n01\n${root}\n`,
      `a\n-1\n${root}\n`,
      `a\n1\n${root.slice(4)}\n`,
      `a\n1\n${root}\nextension\n`,
      `\n1\n${root}\n`,
      `a b\n1\n${root}\n`,
      `a\n1\n${root}`,
    ])
      expect(() => readCheckpoint({ text }), text).to.throw('a checkpoint');
  });
});

describe('a cosignature', () => {
  const checkpoint = { origin: 'log.example/mint', size: 3, root: Buffer.alloc(32, 9) };

  for (const [type, name] of [
    ['ed25519', 'Ed25519'],
    ['ml-dsa-44', 'ML-DSA-44'],
  ] as const)
    it(`of ${name} says who saw which tree when, and none of it can be changed`, () => {
      // CAST: @types/node has an overload each.
      const pair = generateKeyPairSync(type as 'ed25519');
      const noteType =
        type === 'ed25519' ? noteKeyTypes.cosignature : noteKeyTypes.mlDsaCosignature;
      const raw = rawPublicKey(type === 'ed25519' ? 'ed25519' : 'ml-dsa-44', pair.publicKey);
      const publicKey = noteKey('witness.example/w1', noteType, raw);
      const { signature } = cosign({ publicKey, privateKey: pair.privateKey }, checkpoint, 1_700);
      const later = Buffer.from(signature);
      later[7] = 0xff;

      expect(readCosignature(publicKey, checkpoint, signature)).to.deep.equal({ atSec: 1_700 });
      expect([
        readCosignature(publicKey, { ...checkpoint, size: 4 }, signature),
        readCosignature(publicKey, { ...checkpoint, origin: 'log.example/b' }, signature),
        readCosignature(publicKey, { ...checkpoint, root: Buffer.alloc(32, 8) }, signature),
        readCosignature(publicKey, checkpoint, later),
        readCosignature(publicKey, checkpoint, signature.subarray(0, 8)),
      ]).to.deep.equal([null, null, null, null, null]);
    });
});

describe('the signatures below', () => {
  it('are those of RFC 8032, section 7.1, all five', () => {
    const rows = linesOf('ed25519-vectors.txt');

    expect(rows.length).to.equal(5);
    for (const [secret = '', publicHex = '', messageHex = '', wanted = ''] of rows) {
      const message = Buffer.from(messageHex === '-' ? '' : messageHex, 'hex');
      const signature = sign(null, message, keyOfSeed('302e020100300506032b657004220420', secret));
      const publicKey = ed25519KeyOf(Buffer.from(publicHex, 'hex'));
      const own = createPublicKey(keyOfSeed('302e020100300506032b657004220420', secret));

      expect(rawPublicKey('ed25519', own).toString('hex')).to.equal(publicHex);
      expect(signature.toString('hex')).to.equal(wanted);
      expect(verify(null, message, publicKey, signature)).to.equal(true);
    }
  });

  it('have the keys of FIPS 204 that its reference makes of 200 seeds', () => {
    // The KATs of pq-crystals' dilithium, as pyca/cryptography carries them: seeds, SHA-256 of keys.
    const rows = linesOf('ml-dsa-known-answers.txt').filter(([kind]) => kind === 'key');
    const wrong = rows.filter(([, type, seed = '', wanted]) => {
      const kind = mlDsaType(type);
      const own = createPublicKey(keyOfSeed(seedHeaders[kind], seed));
      return createHash('sha256').update(rawPublicKey(kind, own)).digest('hex') !== wanted;
    });

    expect([rows.length, wrong]).to.deep.equal([200, []]);
  });

  it('are refused if they were made for a context, because none is used here', () => {
    const rows = linesOf('ml-dsa-known-answers.txt').filter(([kind]) => kind === 'signed');

    expect(
      rows.map(([, type, ...fields]) => {
        const [raw = '', message = '', context = '', signature = ''] = fields;
        const key = mlDsaKeyOf(mlDsaType(type), Buffer.from(raw, 'base64'));
        const holds = (of: Buffer | null): boolean =>
          verify(
            null,
            Buffer.from(message, 'base64'),
            of === null ? key : { key, context: of },
            Buffer.from(signature, 'base64'),
          );
        return [holds(Buffer.from(context, 'base64')), holds(null)];
      }),
    ).to.deep.equal([
      [true, false],
      [true, false],
    ]);
  });

  it('have no key that is a byte too long or too short', () => {
    const key = rawPublicKey('ml-dsa-44', generateKeyPairSync('ml-dsa-44').publicKey);

    expect(() => mlDsaKeyOf('ml-dsa-44', Buffer.concat([key, Uint8Array.of(0)]))).to.throw('1313');
    expect(() => mlDsaKeyOf('ml-dsa-44', key.subarray(1))).to.throw('1311 bytes; wanted 1312');
  });

  for (const [type, tests] of [
    ['ml-dsa-44', 180],
    ['ml-dsa-65', 210],
  ] as const)
    it(`of ${type} are judged as all of Wycheproof judges them, if WYCHEPROOF names a checkout of it`, function () {
      const checkout = process.env['WYCHEPROOF'] ?? '';
      if (checkout === '') return this.skip();
      const judged = wycheproof(join(checkout, 'testvectors_v1'), type);

      expect(judged.length).to.be.at.least(tests);
      expect(judged.filter(({ holds, isValid }) => holds !== isValid)).to.deep.equal([]);
    });

  it('are those of FIPS 204, as project Wycheproof judges them', () => {
    // github.com/C2SP/wycheproof at dac1dd4, mldsa_44_verify and mldsa_65_verify, tests 1, 6, 8 and 15/16.
    const judged = linesOf('ml-dsa-vectors.txt').map(([type, , wanted, ...fields]) => {
      const [key = '', message = '', signature = ''] = fields;
      const publicKey = mlDsaKeyOf(mlDsaType(type), Buffer.from(key, 'base64'));
      const holds = verify(
        null,
        Buffer.from(message, 'base64'),
        publicKey,
        Buffer.from(signature, 'base64'),
      );
      return [wanted, holds];
    });

    expect(judged).to.deep.equal([
      ['holds', true],
      ['refused', false],
      ['refused', false],
      ['refused', false],
      ['holds', true],
      ['refused', false],
      ['refused', false],
      ['refused', false],
    ]);
  });
});

interface WycheproofGroup {
  readonly publicKey: string;
  readonly tests: readonly {
    readonly tcId: number;
    readonly comment: string;
    readonly msg: string;
    readonly ctx?: string;
    readonly sig: string;
    readonly result: 'valid' | 'invalid';
  }[];
}

function wycheproof(folder: string, type: 'ml-dsa-44' | 'ml-dsa-65') {
  const text = readFileSync(
    join(folder, `${type.replace('ml-dsa', 'mldsa').replace('-', '_')}_verify_test.json`),
    'utf8',
  );
  // CAST: the project's published shape; a file of another one fails its test.
  const { testGroups } = JSON.parse(text) as { readonly testGroups: readonly WycheproofGroup[] };
  return testGroups.flatMap(({ publicKey, tests }) =>
    tests.map(({ tcId, comment, msg, ctx = '', sig, result }) => ({
      name: `${tcId} ${comment}`,
      isValid: result === 'valid',
      holds: holdsFor(
        type,
        [publicKey, msg, ctx, sig].map((hex) => Buffer.from(hex, 'hex')),
      ),
    })),
  );
}

/** A key of another length, and a context that is too long, are refused by an exception. */
function holdsFor(type: 'ml-dsa-44' | 'ml-dsa-65', parts: readonly Buffer[]): boolean {
  const [raw = none, message = none, context = none, signature = none] = parts;
  try {
    return verify(null, message, { key: mlDsaKeyOf(type, raw), context }, signature);
  } catch {
    return false;
  }
}

const none = Buffer.alloc(0);

/** PKCS #8 of a seed, up to the seed: RFC 9881, section 6. */
const seedHeaders = {
  'ml-dsa-44': '3034020100300b060960864801650304031104228020',
  'ml-dsa-65': '3034020100300b060960864801650304031204228020',
} as const;

function keyOfSeed(header: string, seed: string): KeyObject {
  const der = Buffer.from(header + seed, 'hex');
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

function mlDsaType(text: string | undefined): 'ml-dsa-44' | 'ml-dsa-65' {
  return text === 'ml-dsa-44' ? 'ml-dsa-44' : 'ml-dsa-65';
}

function linesOf(file: string): readonly (readonly string[])[] {
  return readFileSync(new URL(`testing/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '));
}
