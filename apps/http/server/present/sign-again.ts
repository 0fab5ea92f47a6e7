import { RelayError } from '@interline/kernel';

/** A refusal that carries what to sign instead, as /api/agent/do answers it. */
export class SignAgain extends RelayError {
  readonly answer: Readonly<Record<string, unknown>>;

  constructor({ code, message }: RelayError, answer: Readonly<Record<string, unknown>>) {
    super(code, {}, message);
    this.answer = answer;
  }
}
