import { expect } from 'chai';
import { readEvents } from './read-events.ts';
import { events } from './testing/scripted-fetch.ts';

describe('an event stream', () => {
  it('is read however it is cut, with either line end, and without its comments', async () => {
    const text =
      'retry: 2000\n\nid: a\ndata: {"n":"é"}\n\n: still here\n\nid: b\r\ndata: 1\r\ndata: 2\r\n\r\n';

    for (const size of [1, 2, 7, text.length]) {
      const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect(await readAll(...chunks)).to.deep.equal([
        { id: 'a', data: '{"n":"é"}' },
        { id: 'b', data: '1\n2' },
      ]);
    }
  });

  it('keeps nothing of an event that was cut off', async () => {
    expect(await readAll('id: a\ndata: 1\n\n', 'id: b\ndata: 2\n')).to.deep.equal([
      { id: 'a', data: '1' },
    ]);
  });

  it('is given up when an event has no end', async () => {
    const refused = await readAll(`data: ${'x'.repeat(1_000_001)}`).then(
      () => null,
      (error: unknown) => error,
    );

    expect(refused)
      .to.be.instanceOf(Error)
      .and.to.include({ message: 'an event is longer than 1000000 characters' });
  });
});

async function readAll(...chunks: string[]): Promise<unknown[]> {
  const { body } = events(...chunks)();
  if (body === null) throw new Error('the response has no body');
  const read: unknown[] = [];
  for await (const event of readEvents(body)) read.push(event);
  return read;
}
