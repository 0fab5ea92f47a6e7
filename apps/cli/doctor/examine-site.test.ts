import { expect } from 'chai';
import { examineOperators } from './examine-site.ts';

describe("what the doctor says of the operator's token", () => {
  it('is that a devnet makes one: it used to say that its endpoints are closed', () => {
    const says = (profile: 'devnet' | 'mainnet') =>
      examineOperators({ operators: [], profile }).says;

    expect(says('devnet')).to.match(/a devnet makes one at its start, operator\.token in the data/);
    expect(says('mainnet')).to.match(/the operator's endpoints are closed$/);
  });
});
