/**
 * The words of a wallet's own account, loaded once somebody wants to see it.
 */
export const accountWords = {
  'account.off': 'This deployment signs no wallets in',
  'account.connect':
    'Connect the wallet that paid. Its routes are found whatever this browser has forgotten.',
  'account.why':
    'One signature signs this wallet in here for an hour. It moves nothing and costs nothing.',
  'account.signIn': 'Sign in with {address}',
  'account.asked': 'Waiting for your wallet',
  'account.signOut': 'Sign out',
  'account.until': 'Signed in as {address} until {time}, in this tab alone.',
  'account.over': 'Your sign-in is over. Sign in again to see more.',
  'account.counts': 'Open {open}, delivered {done}, ended otherwise {failed}',
  'account.owed': 'Waits to go back to you',
  'account.owedLine': '{amount} on {chain}',
  'account.owedNone': 'Nothing waits to go back to you.',
  'account.waits': 'Your agents wait for your word',
  'account.asks': '{name} wants to send it from {from} to {recipient} on {to}.',
  'account.approve': 'Let it pass once',
  'account.deny': 'Do not',
  'account.routes': 'What this wallet paid for',
  'account.routesNone': 'This wallet paid for no route here.',
  'account.lane': '{from} to {to}',
  'account.refunds': 'What came back',
  'account.refundsNone': 'Nothing came back, and nothing is held.',
  'account.sent': 'Sent back',
  'account.held': 'Held',
  'account.refused': 'The token refuses to pay you.',
  'account.notNow': 'It cannot be sent now, and is tried again.',
  'account.operator': 'The operator must look at it.',
  'account.noAddress': 'No address is named for it.',
  'account.more': 'Show more',
  'account.units': '{units} units',
} as const;
