import type { PassPublicKey } from '@interline/ports';
import { expect } from 'chai';
import type { PassKey } from './key-ring.ts';
import type { PassStore } from './repository.ts';
import { verifyPass } from './spend-pass.ts';

const tags: Readonly<Record<string, string>> = {
  first: '0123456789abcdef',
  second: 'fedcba9876543210',
};

describe('a pass that is verified', () => {
  it('is tried with the newest key first, and with every key if it names none', async () => {
    expect(await outcome({ digits: '0'.repeat(64), signedBy: 'first' })).to.deep.equal([
      1,
      ['second', 'first'],
    ]);
  });

  it('is tried only with the key that it names', async () => {
    const digits = `${tags['first']}${'0'.repeat(48)}`;

    expect(await outcome({ digits, signedBy: 'first' })).to.deep.equal([1, ['first']]);
    expect(await outcome({ digits, signedBy: 'second' })).to.deep.equal([
      'PASS_INVALID',
      ['first'],
    ]);
  });
});

/** The number of the key that accepted it, or the refusal; and which keys were tried. */
async function outcome({
  digits,
  signedBy,
}: {
  readonly digits: string;
  readonly signedBy: string;
}): Promise<readonly [unknown, readonly string[]]> {
  const tried: string[] = [];
  // CAST: the store methods that verification reads.
  const store = {
    reads: { passes: { passKeys: async () => ['first', 'second'].map(keyOf) } },
  } as unknown as PassStore;
  const verify = verifyPass({
    store,
    clock: { now: () => 0 },
    issuer: {
      verify({ n }) {
        tried.push(n);
        return n === signedBy;
      },
      spendIdOf: () => 'id',
      tagOf: (thumb) => tags[thumb] ?? '',
    },
  });
  const preparedMessage = Buffer.from(`${'\0'.repeat(32)}svc-plus-v1:${digits}`);
  const end = await verify({ preparedMessage, signature: Buffer.alloc(256) }).then(
    ({ key }) => key.seq,
    (error: unknown) => (error as { code: unknown }).code, // CAST: refusals have codes.
  );
  return [end, tried];
}

function keyOf(name: string, at: number): PassKey {
  // CAST: the fake issuer knows a key by its modulus alone.
  const publicKey = { n: name } as PassPublicKey;
  return {
    seq: at + 1,
    thumb: name,
    publicKey,
    notBeforeMs: 0,
    notAfterMs: 1,
    signsFromMs: 0,
    isDestroyed: false,
  };
}
