/**
 * The words before a signature, loaded with the review.
 */
export const reviewWords = {
  'wallet.switch': 'Switch to {chain}',
  'wallet.wrongChain': 'Your wallet is on another chain. A signature for {chain} needs it there.',

  'offer.changed': 'The offer changed while you looked. Look again before you sign.',

  'review.title': 'Before you sign',
  'review.titleDeposit': 'Before you pay',
  'review.sentence':
    '{amount} {symbol} leave {from}. {arrives} {toSymbol} arrive on {to}, and never less than {least}.',
  'review.recipient': 'To',
  'review.fee': 'Fee',
  'review.one': 'One signature:',
  'review.two':
    'Two signatures, because this is the first time this token moves by signature from this account:',
  'review.permit':
    'A signature moves money. It lets {spender} take exactly {amount} {symbol} on {chain}, once, before {time}. You pay no gas.',
  'review.allowance':
    'The other lets the Permit2 contract take {symbol} from your account, and only where you sign for it as above. Alone it moves nothing.',
  'review.deposit':
    'There is nothing to sign. You get an address of this transfer alone, and pay to it from any wallet. Keep the price by paying within {time}.',
  'review.sign': 'Sign and move {amount} {symbol}',
  'review.signAgain': 'Send it again',
  'review.unsent':
    'The service did not answer. What you signed works once only, so sending it again cannot move money twice.',
  'review.issue': 'Show me the address',
  'review.back': 'Back',
  'review.action': 'Not yet',
  'review.actionMore': 'Something is to be seen to before this can be signed.',
  'review.signing': 'Waiting for your signature {at} of {of}',
  'review.sending': 'Sending it to the service',
  'review.preparing': 'Asking what is to be signed',
  'review.dry': 'The service only rehearsed it: {note}',
} as const;
