import { itReadsRecordedAnswers } from '../../testing/recorded-answers.ts';
import { stargate } from './stargate.ts';

describe('an answer of stargate that somebody recorded', () => {
  itReadsRecordedAnswers(stargate, import.meta.url);
});
