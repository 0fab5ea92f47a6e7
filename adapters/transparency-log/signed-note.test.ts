import { expect } from 'chai';
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
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

  it('is refused with a wrong signature of the key beside a right one', () => {
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
  it('are those of RFC 8032, section 7.1: tests 1 to 3', () => {
    const rows = [
      [
        '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
        'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
        '',
        'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
      ],
      [
        '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
        '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
        '72',
        '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
      ],
      [
        'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
        'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
        'af82',
        '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
      ],
    ] as const;
    for (const [secret, publicHex, message, wanted] of rows) {
      const der = Buffer.from(`302e020100300506032b657004220420${secret}`, 'hex');
      const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
      const signature = sign(null, Buffer.from(message, 'hex'), key);

      expect(rawPublicKey('ed25519', createPublicKey(key)).toString('hex')).to.equal(publicHex);
      expect(signature.toString('hex')).to.equal(wanted);
      const publicKey = ed25519KeyOf(Buffer.from(publicHex, 'hex'));
      expect(verify(null, Buffer.from(message, 'hex'), publicKey, signature)).to.equal(true);
    }
  });

  it('are those of FIPS 204, as project Wycheproof judges them', () => {
    // github.com/C2SP/wycheproof at dac1dd4, mldsa_44_verify and mldsa_65_verify, tests 1, 6, 8 and 15/16.
    const vectors = readFileSync(new URL('testing/ml-dsa-vectors.txt', import.meta.url), 'utf8');
    const judged = vectors
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [type, , wanted, ...fields] = line.split(' ');
        const [key = '', message = '', signature = ''] = fields;
        const publicKey = mlDsaKeyOf(
          type === 'ml-dsa-44' ? 'ml-dsa-44' : 'ml-dsa-65',
          Buffer.from(key, 'base64'),
        );
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
