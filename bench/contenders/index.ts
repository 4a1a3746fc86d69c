import type { ContenderName, MakeContender } from './contender';
import { handBatched, oneRequestAnItem } from './http-request';
import { idle } from './idle-node';
import { plainClient } from './plain-client';
import { thisNode } from './this-package';

export const contenders: Record<ContenderName, MakeContender> = {
	node: thisNode,
	plain: plainClient,
	batched: handBatched,
	single: oneRequestAnItem,
	idle,
};
