import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Prober } from './probe';

const filesOf = (folder: string) =>
	readdirSync(join(__dirname, folder)).map((file) => file.replace(/\.ts$/, ''));
const room = filesOf('../../../nodes/CrmMessaging/n8n');

describe('what the package expects of n8n beyond its public types', () => {
	const prober = new Prober();

	it('stands in one room, each file with a contract', () => {
		expect(filesOf('of-n8n').sort()).toEqual([...room].sort());
	});

	for (const name of room) {
		const { contract } = jest.requireActual<{ contract: (this: Prober) => void }>(
			`./of-n8n/${name}`,
		);
		describe(name, contract.bind(prober));
	}
});
