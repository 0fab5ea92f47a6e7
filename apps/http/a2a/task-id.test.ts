import { expect } from 'chai';
import { isContext, openTask, readTaskId, routeTask } from './task-id.ts';

const routeId = `rt_${'0123456789abcdef'.repeat(2)}`;
const secret = 'a secret of the service';
const entropy = { hex: (bytes: number) => 'ab'.repeat(bytes) };

const open = (context: string | null) =>
  openTask(
    { state: 'TASK_STATE_INPUT_REQUIRED', expiresAtSec: 1_800_000_600, entropy, secret },
    context,
  );

describe('the id of a task', () => {
  it("is the route's own if no context was given, and the route is its context", () => {
    const task = routeTask(routeId, null);

    expect([task.id, task.contextId]).to.deep.equal([routeId, routeId]);
    expect(readTaskId(routeId, secret)).to.deep.equal(task);
    expect(readTaskId(`sbx_${'0'.repeat(32)}`, secret)?.kind).to.equal('route');
  });

  it('carries any context that was given, and no character with a meaning in a path', () => {
    for (const context of ['ours', 'a/b:cancel?x#y', 'a~b', '100%', '%41', ' ', 'x'.repeat(128)]) {
      const task = routeTask(routeId, context);

      expect(task.id, context).to.match(/^rt_[0-9a-f]{32}~[A-Za-z0-9%._~!'()*-]+$/);
      expect(readTaskId(task.id, secret), context).to.deep.equal(task);
      expect(readTaskId(open(context).id, secret)?.contextId, context).to.equal(context);
    }
    expect([isContext('x'.repeat(129)), isContext(''), isContext('ä')]).to.deep.equal([
      false,
      false,
      false,
    ]);
  });

  it('of a waiting task says until when, and is valid only as it was issued', () => {
    const { id } = open('ours');
    const changed = [
      id.replace('open_i', 'open_a'),
      id.replace('~ours', '~theirs'),
      id.replace('~ours', ''),
      id.replace('abab', 'abac'),
      id.replace((1_800_000_600).toString(36), (1_900_000_600).toString(36)),
    ];

    expect(readTaskId(id, secret)).to.deep.equal(open('ours'));
    expect(readTaskId(id, 'another secret')).to.equal(null);
    expect(changed.map((one) => readTaskId(one, secret))).to.deep.equal(changed.map(() => null));
  });

  it('is refused if it is neither', () => {
    for (const id of [
      '',
      '~',
      'rt_',
      `${routeId}~`,
      `${routeId}~%`,
      `${routeId}~%zz`,
      'rt_ZZ',
      '__proto__',
      `wh_${'0'.repeat(32)}`,
    ])
      expect(readTaskId(id, secret), id).to.equal(null);
  });
});
