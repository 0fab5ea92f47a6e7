import { itReadsRecordedAnswers } from '../../testing/recorded-answers.ts';
import { relay } from './relay.ts';

describe('an answer of relay that somebody recorded', () => {
  itReadsRecordedAnswers(relay, import.meta.url);
});
