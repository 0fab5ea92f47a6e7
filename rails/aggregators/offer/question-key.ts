import type { Ask } from '../upstream/upstream.ts';

/** One text for one question to one engine: all that can change the answer. */
export function questionKey(engine: string, ask: Ask): string {
  const {
    fromChainId,
    toChainId,
    from,
    to,
    units,
    depositor,
    payer,
    recipient,
    slippage,
    minOutput,
  } = ask;
  return [
    engine,
    fromChainId,
    toChainId,
    from.address,
    to.address,
    units,
    depositor,
    payer,
    recipient,
    slippage,
    minOutput ?? '-',
  ].join('|');
}
