import { itReadsRecordedAnswers } from '../../testing/recorded-answers.ts';
import { symbiosis } from './symbiosis.ts';

describe('an answer of symbiosis that somebody recorded', () => {
  itReadsRecordedAnswers(symbiosis, import.meta.url);
});
