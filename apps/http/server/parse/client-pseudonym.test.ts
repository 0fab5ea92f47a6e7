import { expect } from 'chai';
import { clientPseudonym } from './caller.ts';

describe("a client's pseudonym", () => {
  it('is stable for one address and salt, and different for others', () => {
    expect(clientPseudonym('192.0.2.7', 'a'))
      .to.match(/^[0-9a-f]{24}$/)
      .and.to.equal(clientPseudonym('192.0.2.7', 'a'));
    expect(clientPseudonym('192.0.2.7', 'a')).not.to.equal(clientPseudonym('192.0.2.8', 'a'));
    expect(clientPseudonym('192.0.2.7', 'a')).not.to.equal(clientPseudonym('192.0.2.7', 'b'));
  });
});
