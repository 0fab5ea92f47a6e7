import { expect } from 'chai';
import { signCard } from './sign-card.ts';

const key = { seq: 1, kid: 'a key', x: 'x', notBeforeMs: 0, notAfterMs: 1 };

/** Signs by telling what it was given. */
function signing(change: Partial<Parameters<typeof signCard>[0]> = {}) {
  const logged: string[] = [];
  const signed: string[] = [];
  const sign = signCard({
    reads: { receiptKeys: async () => [key], sealedReceiptKey: async () => 'sealed' },
    receiptSigner: {
      sign(_key, type, claims) {
        signed.push(`${type} ${JSON.stringify(claims)}`);
        return 'head.payload.signature';
      },
    },
    keys: async () => [key],
    log: { error: (event) => logged.push(event) },
    isEnabled: true,
    ...change,
  });
  return { sign, logged, signed };
}

describe('the signature of a card', () => {
  it('is over its members in their canonical order at every depth, lists as they stand', async () => {
    const { sign, signed } = signing();

    const signature = await sign({
      b: [{ z: 1, a: 'ü' }, 'first', null],
      a: { B: true, a: false, gone: undefined },
      _c: [],
    });

    expect(signature).to.deep.equal({ protected: 'head', signature: 'signature' });
    expect(signed).to.deep.equal([
      'JOSE {"_c":[],"a":{"B":true,"a":false},"b":[{"a":"ü","z":1},"first",null]}',
    ]);
  });

  it('is null if nothing is signed here, or there is no key', async () => {
    const off = signing({ isEnabled: false });
    const keyless = signing({
      reads: { receiptKeys: async () => [], sealedReceiptKey: async () => null },
    });

    expect([await off.sign({}), await keyless.sign({})]).to.deep.equal([null, null]);
    expect([...off.logged, ...keyless.logged]).to.deep.equal([]);
  });

  it('is null, with a line in the log, if the key does not open or the card has no canonical order', async () => {
    const closed = signing({
      receiptSigner: {
        sign() {
          throw new RangeError('it does not open');
        },
      },
    });
    const numbered = signing();

    expect(await closed.sign({})).to.equal(null);
    expect(await numbered.sign({ skills: { 7: 'first', 10: 'second' } })).to.equal(null);
    expect([...closed.logged, ...numbered.logged]).to.deep.equal([
      'card-not-signed',
      'card-not-signed',
    ]);
  });
});
