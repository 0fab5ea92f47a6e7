/**
 * The words of sponsored calls, loaded once somebody looks at one or at what is offered.
 */
export const sponsorWords = {
  'sponsor.none': 'This deployment sponsors no calls',
  'sponsor.noChain': 'It is offered on no chain now.',
  'sponsor.offer':
    'An account signs its calls and what their gas costs, in one of these tokens. The relayer pays the gas and sends them; the account needs no coin.',
  'sponsor.fees': 'Fees in',
  'sponsor.delegate': 'Signed to run by',
  'sponsor.entry': 'EntryPoint',
  'sponsor.call': 'Sponsored call',
  'sponsor.revocation': 'Taken back: the code that an account runs by',
  'sponsor.unknown': 'No sponsored call has this id',
  'sponsor.prepared': 'Prepared, not sent',
  'sponsor.preparedMore':
    'It waits for the signature of its account. Without one it ends by itself.',
  'sponsor.accepted': 'Under way',
  'sponsor.included': 'Included',
  'sponsor.broken': 'Included, and its calls failed',
  'sponsor.brokenWhy': 'The gas was used and its fee was paid, but the calls were undone: {why}',
  'sponsor.failed': 'Failed: no call was made and no fee was taken',
  'sponsor.account': 'Account',
  'sponsor.chain': 'Chain',
  'sponsor.fee': 'Fee',
  'sponsor.noFee': 'None',
  'sponsor.gas': 'Gas used',
  'sponsor.tx': 'Transaction',
  'sponsor.operation': 'Operation',
  'sponsor.notYet': 'Not yet',
  'sponsor.units': '{units} units of {token}',
} as const;
