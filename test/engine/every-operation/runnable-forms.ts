import { capabilities } from '../harness';
import { everyForm, waitingForms } from './form-cases';

/** The forms that this n8n can run. */
export const runnableForms = everyForm.filter(
	(one) => capabilities.waitHere.isThere || !waitingForms.includes(one),
);
