import { usualAtOnce } from './contender';
import type { ContenderName, MakeContender } from './contender';
import { handBatched, oneRequestAnItem, tenRequestsASecond } from './http-request';
import { idle } from './idle-node';
import { plainClient } from './plain-client';
import { thisNode } from './this-package';

export const contenders: Record<ContenderName, MakeContender> = {
	node: thisNode(usualAtOnce),
	node20: thisNode(20),
	plain: plainClient(usualAtOnce),
	plain20: plainClient(20),
	batched: handBatched,
	single: oneRequestAnItem,
	paced: tenRequestsASecond,
	idle,
};
