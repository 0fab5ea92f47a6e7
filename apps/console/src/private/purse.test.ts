import { expect } from 'chai';
import { type KeptPass, purseOn } from './purse.ts';

const pass = (name: string, untilMs = 1_000): KeptPass => ({
  preparedMsg: `message ${name}`,
  sig: `signature ${name}`,
  untilMs,
});

describe('passes that a browser keeps', () => {
  it('are taken one by one, and are gone once they are spent', async () => {
    const { purse } = keptIn();
    await purse.put([pass('a'), pass('b')]);
    const held = await purse.take(0);
    await held?.end('spent');

    expect(held?.pass).to.deep.equal({ preparedMsg: 'message a', sig: 'signature a' });
    expect(purse.count(0)).to.deep.equal({ left: 1, aside: 0 });
  });

  it('count as perhaps spent from the moment they are taken out, should the page be closed', async () => {
    const { purse } = keptIn();
    await purse.put([pass('a')]);
    const held = await purse.take(0);

    expect(purse.count(0)).to.deep.equal({ left: 0, aside: 1 });
    expect(await purse.take(0)).to.equal(null);
    await held?.end('unknown');
    expect(purse.count(0)).to.deep.equal({ left: 0, aside: 1 });
    await purse.putBackAside();
    expect(purse.count(0)).to.deep.equal({ left: 1, aside: 0 });
  });

  it('come back if they were never sent', async () => {
    const { purse } = keptIn();
    await purse.put([pass('a'), pass('b')]);
    await (await purse.take(0))?.end('unshown');

    expect(purse.count(0)).to.deep.equal({ left: 2, aside: 0 });
    expect((await purse.take(0))?.pass.sig).to.equal('signature a');
  });

  it('are no longer shown once the service stops accepting their key', async () => {
    const { purse, kept } = keptIn();
    await purse.put([pass('old', 500), pass('new')]);

    expect(purse.count(500)).to.deep.equal({ left: 1, aside: 0 });
    expect((await purse.take(500))?.pass.sig).to.equal('signature new');
    expect(kept.get('interline.passes')).not.to.contain('old');
  });

  it('are not taken if that cannot be written, for one that stays would be shown twice', async () => {
    const text = JSON.stringify({ passes: [pass('a')], aside: [] });
    const purse = purseOn(
      'interline.passes',
      () => ({
        getItem: () => text,
        setItem() {
          throw new Error('full');
        },
        removeItem: () => undefined,
      }),
      async (change) => change(),
    );

    expect(await purse.take(0).catch((error: unknown) => String(error))).to.equal('Error: full');
  });

  it('are ignored if the stored text is malformed, and leave nothing behind when they are forgotten', async () => {
    for (const text of ['{', 'null', '{"passes":[{"sig":"s"}]}', '[]'])
      expect(keptIn(text).purse.count(0), text).to.deep.equal({ left: 0, aside: 0 });
    const { purse, kept } = keptIn();
    await purse.put([pass('a')]);
    const held = await purse.take(0);
    await purse.forget();
    await held?.end('unshown');

    expect(kept.size).to.equal(0);
  });
});

function keptIn(text?: string) {
  const kept = new Map<string, string>(text === undefined ? [] : [['interline.passes', text]]);
  const purse = purseOn(
    'interline.passes',
    () => ({
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
    }),
    async (change) => change(),
  );
  return { kept, purse };
}
