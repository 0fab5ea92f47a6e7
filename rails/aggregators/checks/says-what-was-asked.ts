import { isNative, refuse } from '@interline/plugins';
import { eeeeNative, zeroNative } from '../wire/native-address.ts';
import type { BuiltCheck, BuiltSubject } from './built-subject.ts';

/** Whatever could be read out of the calldata agrees with what was asked. */
export const saysWhatWasAsked: BuiltCheck = (subject) => {
  const {
    upstream: { name, traits },
    ask,
    built: {
      call: { says },
    },
  } = subject;
  const wrong = (what: string) =>
    refuse(
      'RAIL_FAULT',
      `${name} wrote another ${what} into the transaction than it was asked for`,
    );
  if (says.token !== undefined && !isSourceToken(subject, says.token)) return wrong('token');
  if (says.units !== undefined && says.units !== ask.units) return wrong('amount');
  if (says.recipient !== undefined && says.recipient !== ask.recipient) return wrong('recipient');
  if (
    says.refundTo !== undefined &&
    says.refundTo !== (traits.refundsTo === 'payer' ? ask.payer : ask.depositor)
  )
    return wrong('refund address');
  if (says.toChainId !== undefined && says.toChainId !== ask.toChainId)
    return wrong('destination chain');
  return says.minOutput !== undefined && ask.minOutput !== null && says.minOutput < ask.minOutput
    ? wrong('minimum')
    : null;
};

/**
 * A coin may be written in any of the usual ways, or as its wrapped token: how much of it goes is
 * told by the call's value.
 */
function isSourceToken({ ask: { from }, tokens }: BuiltSubject, written: string): boolean {
  if (!isNative(from)) return written === from.address;
  return (
    written === zeroNative ||
    written === eeeeNative ||
    tokens.some(({ address, asset }) => address === written && asset === from.asset)
  );
}
