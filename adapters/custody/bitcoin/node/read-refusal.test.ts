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
    // A reorg moves a third party's coin back into the mempool.
    [-26, 'TRUC-violation, version=3 tx abc cannot spend from non-version=3 tx', 'chain-too-long'],
    [-26, 'truc-spent-by-nontruc, non-version=3 tx abc cannot spend', 'chain-too-long'],
    [-26, 'bad-txns-premature-spend-of-coinbase, tried to spend at depth 3', 'missing-inputs'],
    // Core before version 28, of transactions of version 3.
    [-26, 'version', 'policy'],
    [-26, 'scriptpubkey', 'policy'],
    [-26, 'bad-txns-in-belowout, value in (0.1) < value out (0.2)', 'invalid'],
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
