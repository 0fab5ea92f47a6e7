import { itReadsRecordedAnswers } from '../../testing/recorded-answers.ts';
import { across } from './across.ts';

describe('an answer of across that somebody recorded', () => {
  itReadsRecordedAnswers(across, import.meta.url);
});
