import { readdirSync } from 'node:fs';
import { join } from 'node:path';

it('every file that uses n8n beyond its public types has a contract', () => {
	const room = readdirSync(join(__dirname, '../../../nodes/CrmMessaging/n8n'));
	const contracts = room.map((file) => file.replace('.ts', '.test.ts'));
	expect(readdirSync(__dirname)).toEqual(expect.arrayContaining(contracts));
});
