import { isRelayError, RelayError } from '@interline/kernel';
import type { IdempotencyUnit } from './repository.ts';
import { answerOnce } from './answer-once.ts';
import type { KeptAnswer } from './repository.ts';
import { expect } from 'chai';

const request = { name: 'n-1', bodyHash: 'b-1' };
const startMs = 1_763_600_000_000;

describe('an answer under an Idempotency-Key', () => {
  it('is made once, and given to every repeat as it was', async () => {
    const { once } = given();
    let made = 0;
    const make = async (): Promise<string> => `{"n":${(made += 1)}}`;

    expect(await once(request, make)).to.deep.equal({ answer: '{"n":1}', isRepeat: false });
    expect(await once(request, make)).to.deep.equal({ answer: '{"n":1}', isRepeat: true });
    expect(await once({ ...request, name: 'n-2' }, make)).to.deep.equal({
      answer: '{"n":2}',
      isRepeat: false,
    });
  });

  it('is refused to another body', async () => {
    const { once } = given();
    await once(request, async () => '{}');

    expect(await codeOf(once({ ...request, bodyHash: 'b-2' }, async () => '{}'))).to.equal(
      'IDEMPOTENCY_CONFLICT',
    );
  });

  it('is not awaited by a repeat, which is refused while the first is under way', async () => {
    const { once } = given();
    let finish: (answer: string) => void = () => undefined;
    const first = once(
      request,
      async () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    await turn();

    const during = await codeOf(once(request, async () => '{}'));
    const otherDuring = await codeOf(once({ ...request, bodyHash: 'b-2' }, async () => '{}'));
    finish('{"n":1}');
    await first;

    expect([during, otherDuring]).to.deep.equal(['IDEMPOTENCY_IN_FLIGHT', 'IDEMPOTENCY_CONFLICT']);
    expect(await once(request, async () => '{"n":2}')).to.deep.equal({
      answer: '{"n":1}',
      isRepeat: true,
    });
  });

  it('is made by one of many that come at once', async () => {
    const { once } = given();
    let made = 0;

    const answers = await Promise.all(
      Array.from({ length: 20 }, async () =>
        codeOf(
          once(request, async () => {
            made += 1;
            return '{}';
          }),
        ),
      ),
    );

    expect([
      made,
      answers.filter((code) => code === 'answered').length,
      answers.filter((code) => code === 'IDEMPOTENCY_IN_FLIGHT').length,
    ]).to.deep.equal([1, 1, 19]);
  });

  it('that was refused leaves its name free', async () => {
    const { once } = given();

    const refused = await codeOf(
      once(request, async () => {
        throw new TypeError('refused');
      }),
    );

    expect(refused).to.equal('TypeError');
    expect(await once(request, async () => '{"n":2}')).to.deep.equal({
      answer: '{"n":2}',
      isRepeat: false,
    });
  });

  it('that may have been recorded keeps its name: to make it again could make it twice', async () => {
    const { once } = given();

    const unknown = await codeOf(
      once(request, async () => {
        throw new RelayError('STORE_DOWN', { recorded: 'unknown' });
      }),
    );
    const repeat = await codeOf(once(request, async () => '{"n":2}'));
    const nothing = await codeOf(
      once({ ...request, name: 'n-2' }, async () => {
        throw new RelayError('STORE_DOWN');
      }),
    );

    expect([unknown, repeat, nothing]).to.deep.equal([
      'STORE_DOWN',
      'IDEMPOTENCY_IN_FLIGHT',
      'STORE_DOWN',
    ]);
    expect(await once({ ...request, name: 'n-2' }, async () => '{"n":2}')).to.deep.equal({
      answer: '{"n":2}',
      isRepeat: false,
    });
  });

  it('that was never finished is not made again: what it did is unknown', async () => {
    const { once, rows, clock } = given();
    rows.set('n-1', { ...request, answer: null, atMs: startMs });

    clock.ms = startMs + 119_999;
    const soon = await codeOf(once(request, async () => '{}'));
    clock.ms = startMs + 120_000;
    const later = await codeOf(once(request, async () => '{}'));

    expect([soon, later]).to.deep.equal(['IDEMPOTENCY_IN_FLIGHT', 'IDEMPOTENCY_CONFLICT']);
  });
});

function given() {
  const rows = new Map<string, KeptAnswer>();
  const clock = { ms: startMs, now: () => clock.ms };
  const store = {
    idempotency: {
      keptAnswer: async (name: string) => rows.get(name) ?? null,
      async takeAnswer(claim: KeptAnswer) {
        const first = rows.get(claim.name) ?? null;
        if (first === null) rows.set(claim.name, claim);
        return first;
      },
      async keepAnswer(name: string, answer: string) {
        const row = rows.get(name);
        if (row !== undefined) rows.set(name, { ...row, answer });
      },
      async dropAnswer(name: string) {
        rows.delete(name);
      },
    },
  } as unknown as IdempotencyUnit; // CAST: the four that the use case asks for.
  return {
    rows,
    clock,
    once: answerOnce({
      store: { reads: store, run: async (_name, work) => work(store) },
      clock,
    }),
  };
}

async function codeOf(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => 'answered',
    (error: unknown) =>
      isRelayError(error) ? error.code : error instanceof Error ? error.name : 'odd',
  );
}

async function turn(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
