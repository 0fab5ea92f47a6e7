import { expect } from 'chai';
import { copyJsonObject } from '../../guard/copy-json.ts';
import type { ConformanceCheck } from '../check.ts';

export const offersPureData: ConformanceCheck = {
  title: 'offers in pure data, with a memo and a block that survive JSON',
  async run(bench) {
    for (const { offers } of await bench.quoted()) {
      expect(structuredClone(offers), 'a copy of the offers').to.deep.equal(offers);
      for (const { outcome, block } of offers) {
        if (outcome.ok && outcome.value.kind === 'firm')
          expect(copyJsonObject(outcome.value.memo), 'memo is JSON').to.deep.equal(
            outcome.value.memo,
          );
        if (block !== undefined)
          expect(copyJsonObject(block), 'block is JSON').to.deep.equal(block);
      }
    }
  },
};
