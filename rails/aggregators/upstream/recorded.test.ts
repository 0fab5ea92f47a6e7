import { expect } from 'chai';
import { partOf, readingOf, recordedAnswers } from '../testing/recorded-answers.ts';
import { upstreams } from './upstreams.ts';

for (const upstream of upstreams)
  describe(`a recorded answer of ${upstream.title}`, () => {
    for (const [name, recorded] of recordedAnswers(upstream))
      it(`is read right in ${name}`, async () => {
        const read = await readingOf(upstream, recorded);

        expect(partOf(read, recorded.right)).to.deep.equal(recorded.right);
      });
  });
