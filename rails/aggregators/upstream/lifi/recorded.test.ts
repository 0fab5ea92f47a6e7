import { itReadsRecordedAnswers } from '../../testing/recorded-answers.ts';
import { lifi } from './lifi.ts';

describe('an answer of lifi that somebody recorded', () => {
  itReadsRecordedAnswers(lifi, import.meta.url);
});
