import type { Hex } from '@interline/kernel';
import { expect } from 'chai';
import { accounts } from '../support/model/model-custody.ts';
import { type ModelHarness, modelHarness } from '../support/model/model-harness.ts';
import { filePlace } from '../support/model/store-place.ts';

const invented: Hex = `0x${'77'.repeat(32)}`;

describe("a quarantined route that an operator releases, where one node invents the recipient's payment", () => {
  let harness: ModelHarness;
  afterEach(() => harness.close());

  for (const [what, isAgreed, end] of [
    ['stays quarantined', false, { status: 'BRIDGING', stage: 'QUARANTINED', destTx: null }],
    [
      'ends by a payment that two nodes show',
      true,
      { status: 'DONE', stage: 'DELIVERED', destTx: invented },
    ],
  ] as const) {
    it(what, async () => {
      harness = await modelHarness(1, undefined, { place: filePlace() });
      const [source, destination] = harness.chains;
      await harness.execute(0, 200_000n);
      const hash = destination.strangersHash();
      destination.offer({ hash, from: accounts.float, nonce: 0, action: { kind: 'noop' } });
      destination.mine(1);
      await harness.sweep();
      source.mine(1);
      await harness.work(60);
      const real = harness.custody.paymentsSince.bind(harness.custody);
      harness.custody.paymentsSince = async (chain, search, signal) => {
        const found = await real(chain, search, signal);
        const payment = { hash: invented, logIndex: 0, units: 199_840n, block: 1, depth: 500 };
        return chain === destination.ref ? [...(found ?? []), { ...payment, isAgreed }] : found;
      };

      await harness.operate();
      await harness.work(60);

      const id = harness.transfers[0]?.id ?? '';
      const route = await harness.money.store.reads.transfers.route(id);
      expect({
        status: route?.status,
        stage: route?.stage,
        destTx: route?.destTx,
      }).to.deep.equal(end);
    });
  }
});
