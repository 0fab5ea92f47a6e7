import type { TransferReads, TransferWrites } from '@interline/core/transfer';
import type { Db } from '../engine/db.ts';

type KeptOrderReads = Pick<TransferReads, 'intent' | 'permitBits'>;
type KeptOrderWrites = Pick<TransferWrites, 'keepOrder' | 'takePermitBit'>;

export function keptOrderReads(db: Db): KeptOrderReads {
  return {
    intent: (digest, payer) =>
      db.first('intent', 'WHERE digest = :digest AND payer = :payer', { digest, payer }),

    async permitBits(chain, payer, word) {
      const rows = await db.select(
        'permit_bit',
        'WHERE chain = :chain AND payer = :payer AND word = :word',
        { chain, payer, word: word.toString() },
      );
      return rows.reduce((bits, { bit }) => bits | (1n << BigInt(bit)), 0n);
    },
  };
}

export function keptOrderWrites(db: Db): KeptOrderWrites {
  return {
    async keepOrder(intent) {
      await db.insert('intent', intent);
    },

    async takePermitBit(chain, payer, word, bit) {
      return (
        (await db.insert(
          'permit_bit',
          { chain, payer, word, bit },
          'ON CONFLICT (chain, payer, word, bit) DO NOTHING',
        )) === 1
      );
    },
  };
}
