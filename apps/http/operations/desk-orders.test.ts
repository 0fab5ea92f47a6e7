import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endpoints } from '../server/endpoints.ts';
import { orderOf } from './desk-orders.ts';

const id = `rt_${'0a'.repeat(16)}`;
const why = '--reason "<why>"';
const desk = fileURLToPath(new URL('../../../core/operations/desk/', import.meta.url));

/** Commands that only look, and the one whose body a terminal makes. */
const looks =
  /^interline (status|doctor|desk --json|account (list|show)|float status|books (reconcil|export)|passes adopt)/;

describe('an order that the desk offers', () => {
  it('is that of its command, with what a person fills in', () => {
    const refund = '/operator/refund';
    expect(orderOf(`interline resume lane:8453-42161 ${why}`)).to.deep.equal({
      path: '/operator/resume',
      body: { scope: 'lane:8453-42161' },
      asks: [],
      how: '',
    });
    expect(orderOf(`interline route refund ${id} --to <address> ${why}`)).to.deep.equal({
      path: refund,
      body: { id },
      asks: [{ field: 'to', choices: [] }],
      how: 'to',
    });
    expect(orderOf(`interline route refund ${id} --undelivered ${why}`)).to.deep.equal({
      path: refund,
      body: { id, undelivered: true },
      asks: [],
      how: 'undelivered',
    });
    expect(orderOf(`interline account bump ef_1 --cap 120 ${why}`)?.body).to.deep.equal({
      transaction: 'ef_1',
      feeRateCap: '120',
    });
    expect(
      orderOf(`interline desk close x/1 --as <delivered|returned> ${why}`)?.asks,
    ).to.deep.equal([{ field: 'as', choices: ['delivered', 'returned'] }]);
    expect(orderOf(`interline route engine-debt ${id} --as lost ${why}`)?.how).to.equal('lost');
  });

  it('is not read from a command that only looks, is a dry run, or is not known', () => {
    for (const command of [
      `interline status ${id}`,
      `interline float return x --undelivered --dry-run`,
      `interline route teleport ${id} ${why}`,
      `interline resume a b ${why}`,
      'rm -rf /',
      '',
    ])
      expect(orderOf(command), command).to.equal(null);
  });

  it('is there for each command of the desk that gives one, at an endpoint that has its fields', () => {
    const commands = readdirSync(desk)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => commandsIn(readFileSync(`${desk}${file}`, 'utf8')))
      .filter((text) => !looks.test(text) && !text.includes('--dry-run'));
    expect(commands).to.have.length.above(12);
    for (const command of commands) {
      const order = orderOf(command);
      expect(order, command).not.to.equal(null);
      const row = endpoints.find(({ path, method }) => method === 'POST' && path === order?.path);
      const fields = Object.keys(row?.request.body?.shape ?? {});
      for (const field of [
        ...Object.keys(order?.body ?? {}),
        ...(order?.asks ?? []).map((one) => one.field),
      ])
        expect(fields, `${command}: ${field}`).to.include(field);
    }
  });
});

/** The command lines of a source, with `x` for whatever is computed. */
function commandsIn(source: string): readonly string[] {
  let text = source.replaceAll('${why}', why).replaceAll("<${unmatchedEnds.join('|')}>", '<a|b>');
  // The innermost first.
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replaceAll(/\$\{[^{}]*\}/g, 'x');
  }
  return [...text.matchAll(/['`](interline [^'`\n]+)['`]/g)].map(([, command = '']) => command);
}
