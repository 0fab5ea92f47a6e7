import { expect } from 'chai';
import { type HeadCore, headText, leafText, passSuite } from './mint-text.ts';

const core: HeadCore = {
  v: 2,
  seq: 1,
  thumb: '0aWsmgFfrC73s0FnNjVRKhUR9B_jfREbJn8DnuxdT1g',
  notBefore: 1_767_225_600_000,
  notAfter: 1_769_817_600_000,
  suite: passSuite,
  prevThumb: null,
  prevNotBefore: null,
  prevWitSeq: 0,
};

describe('what the mint log says', () => {
  it('is exactly one text for one key', () => {
    expect(leafText('svc.example/plus-mint', core)).to.equal(
      'svc-mint-leaf/v2\nsvc.example/plus-mint\n{"notAfter":1769817600000,"notBefore":1767225600000,"prevNotBefore":null,"prevThumb":null,"prevWitSeq":0,"seq":1,"suite":"RSABSSA-SHA384-PSS-Randomized","thumb":"0aWsmgFfrC73s0FnNjVRKhUR9B_jfREbJn8DnuxdT1g","v":2}\n',
    );
  });

  it('is signed over the pair of keys and the whole head except the signature', () => {
    const head = { ...core, witnessSlot: 'a/b', witSeq: 1, witRoot: 'root' };

    expect(headText('print', head)).to.equal(
      'svc-mint-head-sig/v2\nprint\n{"notAfter":1769817600000,"notBefore":1767225600000,"prevNotBefore":null,"prevThumb":null,"prevWitSeq":0,"seq":1,"suite":"RSABSSA-SHA384-PSS-Randomized","thumb":"0aWsmgFfrC73s0FnNjVRKhUR9B_jfREbJn8DnuxdT1g","v":2,"witRoot":"root","witSeq":1,"witnessSlot":"a/b"}\n',
    );
  });
});
