import { expect } from 'chai';
import { UsageError } from '../exit-codes.ts';
import { callIn } from './calls-in-words.ts';

const account = `0x${'11'.repeat(20)}`;
const to = `0x${'22'.repeat(20)}`;
const other = `0x${'33'.repeat(20)}`;
const word = (digits: string) => digits.padStart(64, '0');

describe('a call as a person writes it', () => {
  it('is calldata of what is meant, out of the own account', () => {
    expect(callIn(`nft:${to}:7:${other}`, account)).to.deep.equal({
      to,
      data: `0x23b872dd${word('11'.repeat(20))}${word('33'.repeat(20))}${word('7')}`,
    });
    expect(callIn(`transfer:${to}:${other}:16`, account)).to.deep.equal({
      to,
      data: `0xa9059cbb${word('33'.repeat(20))}${word('10')}`,
    });
    expect(callIn(`approve:${to}:${other}:0`, account)).to.deep.equal({
      to,
      data: `0x095ea7b3${word('33'.repeat(20))}${word('0')}`,
    });
    expect(callIn(`call:${to}:0xd0e30db0:5`, account)).to.deep.equal({
      to,
      data: '0xd0e30db0',
      value: '5',
    });
  });

  it('names a token of the chain by its symbol, and then how much in whole tokens', () => {
    const usdc = { symbol: 'USDC', address: to, decimals: 6 };

    expect(callIn(`transfer:usdc:${other}:0.000016`, account, [usdc])).to.deep.equal(
      callIn(`transfer:${to}:${other}:16`, account),
    );
    expect(callIn(`approve:USDC:${other}:2`, account, [usdc])).to.deep.equal(
      callIn(`approve:${to}:${other}:2000000`, account),
    );
    expect(callIn(`approve:USDC:${other}:0`, account, [usdc])).to.deep.equal(
      callIn(`approve:${to}:${other}:0`, account),
    );
    for (const text of [
      `transfer:USDC:${other}:0.0000001`,
      `transfer:USDC:${other}:`,
      'transfer:USDC:x:1',
      `transfer:DAI:${other}:1`,
      `nft:USDC:1:${other}`,
    ])
      expect(() => callIn(text, account, [usdc]), text).to.throw(UsageError);
  });

  it('says which call lacks its amount, and that only the fee token goes by its symbol', () => {
    const usdc = { symbol: 'USDC', address: to, decimals: 6 };
    const said = (text: string) => {
      try {
        return callIn(text, account, [usdc]);
      } catch (error) {
        return String(error);
      }
    };

    expect(said(`approve:USDC:${other}`)).to.include(`"approve:USDC:${other}" is not a call`);
    expect(said(`approve:DAI:${other}:5`)).to.equal(
      `Error: "DAI" in "approve:DAI:${other}:5" is neither USDC nor an address; another token is named by its address, in its smallest units`,
    );
  });

  it('is refused if a part is missing, is one too many, or is something else', () => {
    for (const text of [
      '',
      'nft',
      `nft:${to}:x:${other}`,
      `transfer:${to}:${other}:1.5`,
      `call:${to}:0xabc`,
      `transfer:${to}:${other}:1:2`,
    ])
      expect(() => callIn(text, account), text).to.throw(UsageError, 'is not a call');
  });
});
