import { capabilities } from '../harness';
import { everyForm, waitingForms } from './form-cases';

/** The forms that this n8n can run. */
export const runnableForms = everyForm.filter(
	(one) => capabilities.waitForResult.isThere || !waitingForms.includes(one),
);
