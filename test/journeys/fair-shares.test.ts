import { expect } from 'chai';
import { modelHouse } from '../support/model/model-house.ts';

describe('a route under way', () => {
  it('asks the engines on our own behalf: nothing of it remembers whose share its quote used', async () => {
    const house = await modelHouse(1);
    try {
      await house.execute(0, 200_000n);
      const route = await house.money.store.reads.transfers.route(house.transfers[0]?.id ?? '');

      expect(route?.client).to.be.a('string').that.is.not.equal('');
      expect(route?.order).to.be.an('object').that.does.not.have.property('askedBy');
    } finally {
      await house.close();
    }
  });
});
