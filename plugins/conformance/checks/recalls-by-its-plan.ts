import type { JsonObject, Order, Plan } from '@interline/kernel';
import { expect } from 'chai';
import { firstIssue } from '../../admission/show-found.ts';
import { allowedTargets } from '../../guard/allowed-targets.ts';
import { recallOutcomeShape } from '../../guard/boundary-shapes.ts';
import { recallCoinRefusal, recallViolation } from '../../guard/read-recall.ts';
import { never } from '../bench.ts';
import { type ConformanceCheck, doesNotApply } from '../check.ts';

const handedOverIn = `0x${'11'.repeat(32)}`;

export const recallsByItsPlan: ConformanceCheck = {
  title:
    'takes a transfer back only by the contract that its plan named, or refuses to, also after a restart',
  async run(bench) {
    const planned = await bench.planned();
    const recalls = planned.flatMap(({ order, outcome }) =>
      outcome.ok ? recallsIn(outcome.value, order) : [],
    );
    if (recalls.length === 0) return doesNotApply;
    for (const { order, ref, to } of recalls) {
      const { rail, world } = bench.seat();
      const { tokens, price, relayer } = world.context;
      const host = { tokens, price, own: [relayer], targets: allowedTargets(rail.manifest) };
      expect('recall' in rail, 'the method of a rail whose plans name a recall').to.equal(true);

      const outcome = await rail.recall?.(order, { ...ref, srcTx: handedOverIn }, never());

      expect(structuredClone(outcome), 'a copy of the recall').to.deep.equal(outcome);
      const read = recallOutcomeShape.safeParse(outcome);
      expect(read.success ? null : firstIssue(read.error), 'what is wrong with it').to.equal(null);
      if (outcome?.ok !== true) continue;
      expect(outcome.value.to, 'the contract that takes it back').to.equal(to);
      expect(recallViolation(outcome.value, order, host), 'what is wrong with its call').to.equal(
        null,
      );
      expect(
        await recallCoinRefusal(rail.manifest.id, outcome.value, order, host, never()),
        'the coin that it carries',
      ).to.equal(null);
    }
  },
};

interface PlannedRecall {
  readonly order: Order;
  readonly ref: JsonObject;
  readonly to: string;
}

/** As restored from a store: the ref has been through JSON. */
function recallsIn({ steps }: Plan, order: Order): readonly PlannedRecall[] {
  return steps.flatMap((step) =>
    step.kind === 'track' && step.recall !== undefined
      ? // CAST: JSON of a JSON object.
        [{ order, to: step.recall.to, ref: JSON.parse(JSON.stringify(step.ref)) as JsonObject }]
      : [],
  );
}
