import { expect } from 'chai';
import { readRefusal } from './read-refusal.ts';

describe('a refusal of a broadcast', () => {
  const cases: readonly (readonly [number, string, string])[] = [
    [-25, 'bad-txns-inputs-missingorspent', 'missing-inputs'],
    [-26, 'insufficient fee, rejecting replacement abc; new feerate 0.0001 <= old', 'conflict'],
    [-26, 'txn-mempool-conflict', 'conflict'],
    [-26, 'min relay fee not met, 10 < 141', 'fee-too-low'],
    [-26, 'mempool min fee not met, 10 < 141', 'fee-too-low'],
    [-25, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)', 'fee-too-high'],
    [-26, 'dust-nonanchor', 'dust'],
    [-26, 'non-final', 'non-final'],
    [-26, 'too-long-mempool-chain, too many descendants', 'chain-too-long'],
    [-26, 'mempool-script-verify-flag-failed (Invalid Schnorr signature)', 'invalid'],
    [-22, 'TX decode failed. Make sure the tx has at least one input.', 'invalid'],
  ];
  for (const [code, message, reason] of cases)
    it(`is ${reason} where Core says "${message.slice(0, 40)}"`, () => {
      expect(readRefusal(code, message)).to.deep.equal({ kind: 'refused', reason });
    });

  it('is none where the transaction is in a block or in the mempool already', () => {
    expect(readRefusal(-27, 'Transaction outputs already in utxo set').kind).to.equal(
      'already-known',
    );
    expect(readRefusal(-26, 'txn-already-in-mempool').kind).to.equal('already-known');
  });

  it('is not known where the node speaks of itself', () => {
    expect(readRefusal(-28, 'Loading block index…')).to.deep.equal({ kind: 'unknown' });
  });
});
