import { expect } from 'chai';
import { operatorOf } from './operator-of.ts';

const token = 'operator-credential-0001';
const alice = { name: 'alice', token };
const bob = { name: 'bob', token: 'operator-credential-0002' };

describe('the operator', () => {
  it('is known by the credential it shows, each by its own', () => {
    expect(operatorOf({ authorization: `Bearer ${token}` }, [alice, bob])).to.equal('alice');
    expect(operatorOf({ authorization: `bearer  ${token}` }, [bob, alice])).to.equal('alice');
    expect(operatorOf({ authorization: `Bearer ${bob.token}` }, [alice, bob])).to.equal('bob');
  });

  it('is not recognized by another credential, a part of it, another scheme or none', () => {
    for (const authorization of [
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -1)}`,
      `Basic ${token}`,
      token,
      'Bearer alice',
      'Bearer ',
      `Bearer ${token} x`,
      '',
    ]) {
      expect(operatorOf({ authorization }, [alice, bob]), authorization).to.equal(null);
    }
    expect(operatorOf({}, [alice, bob])).to.equal(null);
  });

  it('is never recognized if no credential is configured', () => {
    expect(operatorOf({ authorization: 'Bearer null' }, [])).to.equal(null);
  });
});
