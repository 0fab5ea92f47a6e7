import { describeLateModel } from './describe-late-model.ts';

describeLateModel(20);
