/**
 * The words of asking privately and of passes, loaded when either is wanted.
 */
export const privateWords = {
  'private.hides':
    'Sealed to the service and sent through a relay of {operator}: who carries it learns your address and not what you ask, the service what you ask and not your address.',
  'private.oneOperator':
    'Relay and service are run by the same people here, so this holds as long as they join nothing.',
  'private.shows': 'Not hidden:',
  'private.showsAll': 'All that is not hidden ({count})',
  'private.page':
    'That you have this page open, and that you ask privately, to the service: the page and the keys of the lane come from there, the keys once an hour.',
  'private.begun':
    'The service began the log of its private keys anew, as {origin}: it had lost keys that you saw. The witnesses that you know cosigned it; ask its operator where you were not told why.',
  'private.forget':
    'Where you know why, as on a devnet that was begun anew: forget what this browser saw',
  'private.insecure':
    'A browser seals and blinds on pages of https alone, or of this machine. Nothing is asked from here while this is switched on.',

  'passes.title': 'Passes',
  'passes.lead':
    'A pass takes one private question past the limit that all who ask privately share. It does not say whose it is: the service signs it without seeing it.',
  'passes.here': 'In this browser',
  'passes.one': '1 pass',
  'passes.count': '{count} passes',
  'passes.aside':
    'Shown without an answer, so perhaps spent: {count}. Shown again, one may be refused, or tell that two questions came from one browser.',
  'passes.putBack': 'Use them all the same',
  'passes.spend': 'Spend passes',
  'passes.never': 'Never',
  'passes.at-limit': 'When a limit is reached, one for the question',
  'passes.each': 'On every question, one each',
  'passes.spendMore':
    'For what is asked privately about a transfer; a transfer asks about five times. Nothing else spends any.',
  'passes.take': 'Take {count} for nothing',
  'passes.taking': 'Looking at what the mint shows, then taking them',
  'passes.trial': 'Trial passes',
  'passes.trialDirect':
    'The service sees that your address took some, and can never tell where they are spent.',
  'passes.trialPrivate':
    'You ask privately, so the service does not see who takes them. All who do share the trial of a day.',
  'passes.taken': '{count} passes were taken',
  'passes.today': 'Today you can take {count} more.',
  'passes.found': 'What the mint shows',
  'passes.refused': 'No pass was taken, and nothing was blinded for this mint',
  'passes.refusedMore':
    'Its keys may be made for you alone, to know your passes again. Where you know why, as on a devnet that was begun anew, forget what this browser keeps.',
  'passes.holds': 'Holds',
  'passes.open': 'Not known',
  'passes.buy': 'Buy passes',
  'passes.buyMore':
    'The command line buys them, keeps them in a folder of its own, and spends them from there:',
  'passes.command': 'the command',
  'passes.keeps': 'What this browser keeps',
  'passes.keepsMore':
    'The passes, how you ask, and what it saw of the logs of the mint and of the lane: should either ever be shown another history, nothing is sealed or blinded. It is in this browser alone.',
  'passes.forget': 'Forget all of it',
  'passes.forgetSure': 'Yes, forget it and lose {passes}',
  'passes.forgetNot': 'Keep it',
  'passes.forgotten': 'Forgotten. You ask the service itself again.',
  'passes.none': 'This service has no passes.',
} as const;
