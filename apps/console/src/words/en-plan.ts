/**
 * The words of a plan over several chains, loaded once an amount is more than a wallet has on one.
 */
export const planWords = {
  'plan.title': 'From several chains',
  'plan.lead':
    'You have less than {amount} {symbol} on {chain}. Your other chains may have the rest: they are looked at when you ask.',
  'plan.look': 'Look at my other chains',
  'plan.looking': 'Looking at your chains and asking every way',
  'plan.none': 'Nothing more of it is on your other chains',
  'plan.tooLittle':
    'Nothing that your chains have brings {amount} {symbol} to {chain} now. Try less.',
  'plan.unread': 'These did not answer, and were left out: {chains}',
  'plan.odd': 'The service answered with another plan than was asked for, so it is not shown',
  'plan.each':
    'Each is a transfer of its own, signed on its own. Nothing is reserved, and one may fail alone.',
  'plan.leg': '{amount} {symbol} from {chain}',
  'plan.legMore': '{arrives} arrive, {least} at least; fee {fee}; about {time}, by {rail}',
  'plan.total': 'Together',
  'plan.least': 'At least together',
  'plan.asOf': 'Prices as of {time}. Each is asked for again before you sign it.',
  'plan.review': 'Review {amount} {symbol} from {chain}',
  'plan.sent': 'Sent: follow it',
  'plan.unanswered': 'Sent, not answered yet',
  'plan.again': 'Plan it again',
  'plan.forget': 'Plan it anew',
  'plan.forgetSure': 'Yes, plan all of it anew',
  'plan.forgetNot': 'Keep this plan',
  'plan.forgetMore': 'What was sent from this plan stays sent, and would be planned a second time.',
} as const;
