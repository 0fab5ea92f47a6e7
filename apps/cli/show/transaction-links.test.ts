import { stripVTControlCharacters } from 'node:util';
import { expect } from 'chai';
import { transactionLinks } from './transaction-links.ts';

const hash = `0x${'ab'.repeat(32)}`;

describe('the hash of a transaction', () => {
  it('leads to the explorer of its chain, and reads as before', () => {
    const linked = transactionLinks('https://relay.example', true)(hash, 8453);

    expect(linked).to.equal(
      `\u001B]8;;https://basescan.org/tx/${hash}\u0007${hash}\u001B]8;;\u0007`,
    );
    expect(stripVTControlCharacters(linked)).to.equal(hash);
  });

  it('stays plain on a chain without a known explorer, and if the terminal cannot show links', () => {
    expect(transactionLinks('https://relay.example', true)(hash, 4663)).to.equal(hash);
    expect(transactionLinks('https://relay.example', false)(hash, 8453)).to.equal(hash);
  });

  it('of a service on this machine leads nowhere: no explorer knows what a devnet sent', () => {
    for (const url of ['http://127.0.0.1:8787', 'http://localhost:8787', 'http://[::1]:8787'])
      expect(transactionLinks(url, true)(hash, 8453)).to.equal(hash);
  });
});
