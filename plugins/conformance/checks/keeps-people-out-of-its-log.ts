import { expect } from 'chai';
import type { ConformanceCheck } from '../check.ts';
import type { Weather } from '../world.ts';

export const keepsPeopleOutOfItsLog: ConformanceCheck = {
  title: 'writes no address of a payer or a recipient into its log',
  async run(bench) {
    const people = new Set(
      bench.cases.requests
        .flatMap(({ payer, recipient }) => [payer, recipient])
        .filter((address) => address !== null)
        .map((address) => address.toLowerCase()),
    );
    for (const weather of ['fair', 'hostile', 'down'] satisfies Weather[]) {
      const seat = bench.seat(weather);

      await bench.exercise(seat);

      for (const { event, fields } of seat.world.log.lines) {
        const line = JSON.stringify([event, fields], bigintsAsText).toLowerCase();
        const named = [...people].filter((address) => line.includes(address));
        expect(named, `addresses in the line ${event}`).to.deep.equal([]);
      }
    }
  },
};

function bigintsAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
