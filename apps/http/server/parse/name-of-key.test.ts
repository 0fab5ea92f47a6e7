import { expect } from 'chai';
import { nameOfKey } from './caller.ts';

const deps = { clientSalt: 'salt' };
const here = { headers: {}, address: '192.0.2.7', deps };
const there = { ...here, address: '192.0.2.8' };

describe('the name of an Idempotency-Key', () => {
  it("is a client's own, by its address or by the key it shows", () => {
    const byKey = { ...here, headers: { 'x-svc-key': `ak_${'1'.repeat(48)}` } };
    const names = [here, there, byKey].map((one) => nameOfKey(one, 'route', 'k-1'));

    expect(new Set(names).size).to.equal(3);
    expect(nameOfKey(here, 'route', 'k-1')).to.equal(names[0]);
    expect(nameOfKey(here, 'route', 'k-2')).not.to.equal(names[0]);
  });

  it("is an operator's own from every address, and of no client at the same one", () => {
    const [one, other] = [here, there].map((at) =>
      nameOfKey({ ...at, operator: 'anna' }, 'route', 'k-1'),
    );

    expect(one).to.equal(other);
    expect(one).not.to.equal(nameOfKey(here, 'route', 'k-1'));
    expect(one).not.to.equal(nameOfKey({ ...here, operator: 'bert' }, 'route', 'k-1'));
  });
});
