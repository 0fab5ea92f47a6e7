import { itReadsRecordedAnswers } from '../../testing/recorded-answers.ts';
import { relay } from './relay.ts';

describe('a recorded answer of relay', () => {
  itReadsRecordedAnswers(relay, import.meta.url);
});
