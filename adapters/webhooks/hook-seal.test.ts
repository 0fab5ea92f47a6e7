import { expect } from 'chai';
import { hookSeal } from './hook-seal.ts';

const [former, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

describe("a webhook's secret in the store", () => {
  it('used to be in clear: it cannot be read without the key, and opens only for its hook', () => {
    const seal = hookSeal([current]);
    const kept = seal.seal(secret, 'wh_1');

    expect(kept).to.not.contain(secret);
    expect(kept).to.not.equal(seal.seal(secret, 'wh_1'));
    expect(seal.open(kept, 'wh_1')).to.equal(secret);
    expect(seal.open(kept, 'wh_2')).to.equal(null);
  });

  it('opens after a rotation while the former key is kept, and not if it is gone', () => {
    const kept = hookSeal([former]).seal(secret, 'wh_1');
    const rotated = hookSeal([current, former]);

    expect(rotated.open(kept, 'wh_1')).to.equal(secret);
    expect(kept.startsWith(rotated.mark)).to.equal(false);
    expect(rotated.seal(secret, 'wh_1').startsWith(rotated.mark)).to.equal(true);
    expect(hookSeal([current]).open(kept, 'wh_1')).to.equal(null);
  });

  it('is sealed and opens as it was though it begins as a sealed one does', () => {
    const seal = hookSeal([current]);
    const chosen = [`sealed.v1.${'0'.repeat(16)}.AAAA`, `${seal.mark}AAAA`, 'sealed.v1.'];

    expect(chosen.map((one) => seal.open(seal.seal(one, 'wh_1'), 'wh_1'))).to.deep.equal(chosen);
  });

  it('that an earlier release kept in clear is still good', () => {
    expect(hookSeal([current]).open(secret, 'wh_1')).to.equal(secret);
  });
});
