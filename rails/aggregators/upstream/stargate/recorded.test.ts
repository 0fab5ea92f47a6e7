import { itReadsRecordedAnswers } from '../../testing/recorded-answers.ts';
import { stargate } from './stargate.ts';

describe('a recorded answer of stargate', () => {
  itReadsRecordedAnswers(stargate, import.meta.url);
});
