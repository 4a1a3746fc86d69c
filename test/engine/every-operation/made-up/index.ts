/**
 * Operations that exist only in tests, as docs/contributing/adding-an-operation.md adds them, and the
 * mock service's part of them. All tests of the node's operations run for these too.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Operation } from '../../../../nodes/CrmMessaging/engine/operation';
import type { FurtherEndpoints } from '../../../../playground/service/mock-service';
import { guestBookDelete } from './delete.operation';
import { guestBookGetAll } from './getAll.operation';
import { guestBookSign } from './sign.operation';

export const madeUpOperations: readonly Operation[] = [
	guestBookSign,
	guestBookGetAll,
	guestBookDelete,
];

/** The service's part of them. It answers examples. */
export const madeUpEndpoints: FurtherEndpoints = {
	paths: parse(
		readFileSync(join(__dirname, 'openapi.yaml'), 'utf8'),
	) as FurtherEndpoints['paths'],
	handlers: {},
};
