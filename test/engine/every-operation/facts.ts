import type { IDataObject } from 'n8n-workflow';
import type { ServiceStandIn } from '../../../playground/service/stand-in';

/** What the tests cannot derive of an endpoint from its declaration. */
export interface EndpointFacts {
	/** Values of the form by key, where not any good value will do; also those of what has no field. */
	good?: IDataObject;
	/** The guests that the service took, by an id of theirs: one for each time it took one. */
	taken(service: ServiceStandIn): string[];
	/** What the service calls what it took. */
	names?(service: ServiceStandIn): string[];
	/** What is said of an answer that is an empty object, and of one that is a list. */
	misses?: { inObject: string; inList: string };
	/** A small answer that can be read. */
	answer: IDataObject;
	/** Whether it may have nothing to give. */
	mayBeSilent?: boolean;
}
