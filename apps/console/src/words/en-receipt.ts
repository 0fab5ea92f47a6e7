/**
 * The words of a signed receipt, loaded once somebody has one checked.
 */
export const receiptWords = {
  'signed.byKey': 'Signed by a key that the service publishes',
  'signed.notSigned': 'The signature does not hold: {why}',
  'signed.sameKeys': 'Its keys are those that this browser saw first, {time}',
  'signed.otherKeys':
    'The service shows other keys than this browser saw first, {time}. Keep the receipts that those verified.',
  'signed.same': 'It says what this page shows, to the last unit',
  'signed.differs': 'It does not say what this page shows',
  'signed.difference': '{field}: signed {signed}, shown {shown}',
  'signed.nothing': 'nothing',
  'signed.logged': 'Entry {index} of the public log, which has {size}',
  'signed.cosigned': 'Witnesses that saw that: {names}',
  'signed.noWitness': 'No witness is named for this log',
  'signed.pending': 'Not in the public log yet. It is due there by {time}.',
  'signed.overdue':
    'Not in the public log, where it was due by {time}. This receipt is evidence of that.',
  'signed.notLogged': 'Its place in the public log does not hold: {why}',
  'signed.says': 'What is signed',
  'signed.source': 'Taken in',
  'signed.brought': 'Brought',
  'signed.payer': 'Paid by',
  'signed.depositor': 'A deposit: who paid it is not known',
  'signed.back': 'Sent back in',
  'signed.notBack': 'Nothing was sent back',
  'signed.at': 'Ended',
  'signed.side': '{amount} {symbol} on {chain}',
  'signed.in': 'in {tx}',
  'signed.jws': 'Download the receipt (JWS)',
  'signed.whole': 'Download it with its proof (JSON)',
  'signed.wholeMore': 'To check it elsewhere: interline verify {file}',
  'signed.none': 'This deployment signs no receipts',
  'signed.unfit':
    'This browser cannot check it: it needs https and Ed25519. The receipt can be downloaded all the same.',
} as const;
