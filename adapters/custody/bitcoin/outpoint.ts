declare const outpointBrand: unique symbol;

/** `txid:vout`, with the txid in display order: one output of one transaction. Also our slot. */
export type Outpoint = string & { readonly [outpointBrand]: true };

const shape = /^[0-9a-f]{64}:(0|[1-9][0-9]{0,9})$/;

/** Throws unless the text is a lower-case txid, a colon and an output index. */
function readOutpoint(text: string): Outpoint {
  if (!shape.test(text)) throw new RangeError('an outpoint is written txid:vout, in lower case');
  // CAST: the shape is checked.
  return text as Outpoint;
}

export function outpointOf(txid: string, vout: number): Outpoint {
  return readOutpoint(`${txid}:${vout}`);
}

export function partsOf(outpoint: Outpoint): { readonly txid: string; readonly vout: number } {
  return { txid: outpoint.slice(0, 64), vout: Number(outpoint.slice(65)) };
}
