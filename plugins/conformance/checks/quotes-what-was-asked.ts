import { expect } from 'chai';
import type { ConformanceCheck } from '../check.ts';

export const quotesWhatWasAsked: ConformanceCheck = {
  title: 'quotes the amount that was asked for, and never promises more than it expects',
  async run(bench) {
    for (const { request, offers } of await bench.quoted()) {
      for (const { outcome } of offers) {
        if (!outcome.ok) continue;
        const { input, output, minOutput, fee } = outcome.value;
        expect(input, 'input').to.equal(request.amount);
        expect(minOutput <= output, `minOutput ${minOutput} within output ${output}`).to.equal(
          true,
        );
        expect(fee <= input, `fee ${fee} within input ${input}`).to.equal(true);
      }
    }
  },
};
