import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import {
  partOf,
  readingOf,
  type RecordedAnswer,
  recordedAnswers,
} from '../testing/recorded-answers.ts';
import { compareShape } from '../wire/compare-shape.ts';
import { upstreams } from './upstreams.ts';

for (const upstream of upstreams)
  describe(`a recorded answer of ${upstream.title}`, () => {
    for (const [name, recorded] of recordedAnswers(upstream))
      it(`is read right in ${name}`, async () => {
        const read = await readingOf(upstream, recorded);

        expect(partOf(read, recorded.right)).to.deep.equal(recorded.right);
      });
  });

for (const { title, quote, ...upstream } of upstreams)
  describe(`what a quote of ${title} is known to hold`, () => {
    for (const [name, { step, body, right }] of recordedAnswers(upstream)) {
      if (step === 'status' || !('output' in right)) continue;
      it(`is all that stands in ${name}`, () => {
        const { unnamed, unread } = compareShape(quote.shape, body);

        expect(unnamed.filter((place) => !quote.unused.has(place))).to.deep.equal([]);
        expect(unread).to.deep.equal([]);
      });
    }
  });

/** What a recorded answer may be about, by the title of its column. */
const outcomes: readonly (readonly [title: string, of: (recorded: RecordedAnswer) => boolean])[] = [
  ['a quote', ({ step, right }) => step !== 'status' && 'output' in right],
  ['a refusal', ({ step, right }) => step !== 'status' && 'refused' in right],
  ['a fault', ({ right }) => 'fault' in right],
  ['not indexed', ({ right }) => right['stage'] === 'NOT_INDEXED'],
  ['under way', ({ right }) => right['status'] === 'BRIDGING' && right['stage'] !== 'NOT_INDEXED'],
  ['delivered', ({ right }) => right['status'] === 'DONE'],
  ['another token', ({ right }) => right['stage'] === 'DELIVERED_OTHER_TOKEN'],
  ['given back', ({ right }) => right['stage'] === 'REFUNDED'],
  [
    'failed',
    ({ right: { status, stage } }) =>
      status === 'FAILED' && stage !== 'REFUNDED' && stage !== 'DELIVERED_OTHER_TOKEN',
  ],
];

describe('the table of what recorded answers cover', () => {
  it('says in the README what the files say', () => {
    const text = readFileSync(new URL('README.md', import.meta.url), 'utf8');
    const [, section = ''] = text.split('## What recorded answers cover\n');
    const rows = section
      .split('\n## ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('|') && !line.startsWith('| -'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );

    expect(rows).to.deep.equal([
      ['engine', ...outcomes.map(([title]) => title)],
      ...upstreams.map((upstream) => {
        const recorded = [...recordedAnswers(upstream).values()];
        return [
          `\`${upstream.name}\``,
          ...outcomes.map(([, isOf]) => (recorded.some(isOf) ? 'yes' : 'none')),
        ];
      }),
    ]);
  });
});
