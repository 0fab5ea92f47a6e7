import { RelayError } from '@interline/kernel';

/** The pull, or the float's own transfer, cannot be made now, and no other rail can help. */
export class PullRefused extends RelayError {}
