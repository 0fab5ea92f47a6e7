import { expect } from 'chai';
import { readTransfer } from './read-transfer.ts';

const to = 'ab'.repeat(20);
const five = '5'.padStart(64, '0');

describe('a plain transfer', () => {
  it('is read to the byte', () => {
    expect(readTransfer(`0xa9059cbb${'0'.repeat(24)}${to}${five}`)).to.deep.equal({
      to: `0x${to}`,
      units: 5n,
    });
    expect(readTransfer(`0xa9059cbb${'0'.repeat(24)}${to}${'f'.repeat(64)}`)).to.deep.equal({
      to: `0x${to}`,
      units: 2n ** 256n - 1n,
    });
  });

  it('is nothing else', () => {
    const others = [
      '0x',
      `0x095ea7b3${'0'.repeat(24)}${to}${five}`,
      `0xa9059cbb${'0'.repeat(24)}${to}${five}00`,
      `0xa9059cbb${'0'.repeat(24)}${to}${five.slice(2)}`,
      `0xa9059cbb1${'0'.repeat(23)}${to}${five}`,
    ] as const;

    for (const data of others) expect(readTransfer(data), data).to.equal(null);
  });
});
