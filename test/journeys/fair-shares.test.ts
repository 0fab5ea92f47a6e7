import { expect } from 'chai';
import { modelHarness } from '../support/model/model-harness.ts';

describe('a route under way', () => {
  it('asks the engines on our own behalf: nothing of it remembers whose share its quote used', async () => {
    const harness = await modelHarness(1);
    try {
      await harness.execute(0, 200_000n);
      const route = await harness.money.store.reads.transfers.route(harness.transfers[0]?.id ?? '');

      expect(route?.client).to.be.a('string').that.is.not.equal('');
      expect(route?.order).to.be.an('object').that.does.not.have.property('askedBy');
    } finally {
      await harness.close();
    }
  });
});
