import { expect } from 'chai';
import { mayBecome, type PrimitiveStatus, primitiveTransitions } from './primitive.ts';

const statuses = Object.keys(primitiveTransitions) as PrimitiveStatus[];

describe('the states of batches, schedules and conditionals', () => {
  it('end once: no ended state leads to another', () => {
    for (const from of ['completed', 'fired', 'failed', 'cancelled', 'planned'] as const) {
      expect(
        statuses.filter((to) => to !== from && mayBecome(from, to)),
        from,
      ).to.deep.equal([]);
    }
  });

  it('are left only by the ways the spec and the table name', () => {
    expect(statuses.filter((to) => mayBecome('active', to))).to.have.members([
      'active',
      'completed',
      'cancelled',
      'failed',
    ]);
    expect(statuses.filter((to) => mayBecome('armed', to))).to.have.members([
      'armed',
      'fired',
      'cancelled',
      'failed',
    ]);
  });
});
