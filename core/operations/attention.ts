import { stages } from '../transfer/index.ts';

/** The stages in which a route waits for a person, each with what to do. */
export const attentionStages: Readonly<Record<string, string>> = {
  [stages.verifying]:
    'The chains do not show how it ended: look there for its pull, its delivery and what came back, and in ' +
    'the log for the reason. It is looked at again, and never paid again by itself.',
  [stages.refundHeld]:
    'Remove what keeps the refund from the payer (the log has the reason), then "interline route ' +
    'refund". It is tried again by itself as well.',
  [stages.overdue]:
    'Ask the rail about the transfer: it takes far longer than usual. It is still watched, and ends by ' +
    'itself when the chain shows how.',
  [stages.quarantined]:
    'The chain has transactions of an account it works with that the store does not know. Run ' +
    '"interline operator resume-account", then "interline operator release-route", which looks at the chain before ' +
    'anything is sent.',
};
