import { expect } from 'chai';
import { hookSeal } from './hook-seal.ts';

const [former, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

describe("a webhook's secret in the store", () => {
  it('stood there in clear: it cannot be read without the key, and opens for its hook alone', () => {
    const seal = hookSeal([current]);
    const kept = seal.seal(secret, 'wh_1');

    expect(kept).to.not.contain(secret);
    expect(kept).to.not.equal(seal.seal(secret, 'wh_1'));
    expect(seal.open(kept, 'wh_1')).to.equal(secret);
    expect(() => seal.open(kept, 'wh_2')).to.throw();
  });

  it('opens after a rotation while the former key is kept, and says what is missing where it is not', () => {
    const kept = hookSeal([former]).seal(secret, 'wh_1');
    const rotated = hookSeal([current, former]);

    expect(rotated.open(kept, 'wh_1')).to.equal(secret);
    expect(kept.startsWith(rotated.mark)).to.equal(false);
    expect(rotated.seal(secret, 'wh_1').startsWith(rotated.mark)).to.equal(true);
    expect(() => hookSeal([current]).open(kept, 'wh_1')).to.throw(
      'the secret of webhook wh_1 is sealed with a key that this deployment lacks; keep the former keys until it is sealed anew',
    );
  });

  it('that an earlier release kept in clear is still good', () => {
    expect(hookSeal([current]).open(secret, 'wh_1')).to.equal(secret);
  });
});
