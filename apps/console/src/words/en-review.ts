/**
 * The words before a signature, loaded with the review.
 */
export const reviewWords = {
  'wallet.switch': 'Switch to {chain}',
  'wallet.wrongChain': 'Your wallet is on another chain than {chain}.',

  'offer.changed': 'These numbers are new. Look again before you sign.',

  'review.title': 'Before you sign',
  'review.titleDeposit': 'Before you pay',
  'review.sentence':
    '{amount} {symbol} leave {from}. {arrives} {toSymbol} arrive on {to}, and never less than {least}.',
  'review.recipient': 'To',
  'review.memo': 'Memo',
  'review.fee': 'Fee',
  'review.one': 'One signature:',
  'review.two': 'Two signatures, as this token moves by signature for the first time:',
  'review.permit':
    'A signature moves money. It lets {spender} take exactly {amount} {symbol} on {chain}, once, before {time}. You pay no gas.',
  'review.allowance':
    'The other lets the Permit2 contract take {symbol} from your account where you sign as above. Alone it moves nothing.',
  'review.deposit':
    'There is nothing to sign. You get an address of this transfer alone, to pay to from any wallet. Paying within {time} keeps the price.',
  'review.sign': 'Sign and move {amount} {symbol}',
  'review.signAgain': 'Send it again',
  'review.unsent':
    'Whether the service took it is not known. What you signed works once: sending it again is safe.',
  'review.sent': 'Sent, not answered: {amount} {symbol} from {from} to {to}',
  'review.sentAt': 'At {time}, for {recipient}.',
  'review.forget': 'Forget it: what you signed has run out',
  'review.issue': 'Show me the address',
  'review.back': 'Back',
  'review.action': 'Not yet',
  'review.actionMore': 'Something is to be seen to before this can be signed.',
  'review.signing': 'Waiting for your signature {at} of {of}',
  'review.sending': 'Sending it to the service',
  'review.preparing': 'Asking what is to be signed',
  'review.accepted': 'The service took it',
  'review.acceptedMore': 'It goes on without this page, and is among your routes.',
  'review.acceptedDeposit': 'Where to pay it is on the page of its route.',
  'review.seen':
    'The page of a route asks the service itself, which then sees your address beside it.',
  'review.follow': 'Open it all the same',
  'review.dry': 'The service only rehearsed it: {note}',
} as const;
