import { expect } from 'chai';
import { pinoLog } from './pino-log.ts';

describe('a log line', () => {
  it('has its level, event and fields, and those of its parents', () => {
    const { lines, log } = given();

    log.child({ part: 'http' }).warn('request-refused', { code: 'BAD_REQUEST' });

    expect(lines[0]).to.include({
      level: 40,
      msg: 'request-refused',
      part: 'http',
      code: 'BAD_REQUEST',
    });
  });

  it('shows the contract of the token that a deficit is of, which is not a secret', () => {
    const { lines, log } = given();

    log.error('books-deficit', { tokenAddress: '0xa0b8', token: 'hush' });

    expect(lines[0]).to.include({ tokenAddress: '0xa0b8', token: '[redacted]' });
  });

  it("never holds what a secret's name stands for, such as a query or the header of a key", () => {
    const names = [
      'key',
      'secret',
      'signature',
      'raw',
      'password',
      'token',
      'authorization',
      'pass',
      'url',
      'rpcUrl',
      'query',
      'querystring',
      'x-svc-key',
      'x-svc-pass',
    ];
    const { lines, log } = given();

    for (const name of names) log.info('told', { [name]: 'hush' });
    for (const name of names) log.child({ [name]: 'hush' }).info('told');

    expect(lines).to.have.length(2 * names.length);
    expect(JSON.stringify(lines)).not.to.contain('hush');
  });
});

function given() {
  const lines: Record<string, unknown>[] = [];
  const log = pinoLog('debug', {
    write: (line) => {
      lines.push(JSON.parse(line) as Record<string, unknown>);
    },
  }); // CAST: pino writes one object a line.
  return { lines, log };
}
