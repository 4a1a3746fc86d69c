/** Which way imports may go; `npm run test:structure` holds the code to it. Types count too. */

const nodes = 'nodes/CrmMessaging';

/** The code of the nodes, from top to bottom: imports go down this list, or stay in their folder. */
const order = [
	['CrmMessaging.node.ts', 'CrmMessagingTrigger.node.ts'],
	['methods/'],
	['actions/'],
	['callbacks/'],
	['engine/'],
	['service/'],
	['fields/'],
	['n8n/'],
	['catalogue/'],
];

/** The credential is next to the nodes, and imports only these of them. */
const forCredentials = ['service/'];

const pathTo = (place) => `^${nodes}/${place.replaceAll('.', '\\.')}`;

/** Places that a place may not import: all above it, and those of its own height. */
const importsUp = order.flatMap((height, index) =>
	height.map((place) => ({
		name: `only-down-from-${place.replace('/', '')}`,
		comment: `${nodes}/${place} imports what stands above or beside it in the order of folders.`,
		severity: 'error',
		from: { path: pathTo(place) },
		to: {
			path: order
				.slice(0, index + 1)
				.flat()
				.filter((other) => other !== place)
				.map(pathTo),
		},
	})),
);

const noPlace = {
	comment: `A folder of ${nodes} that has no place in the order of .dependency-cruiser.cjs.`,
	severity: 'error',
};

const outsideTheOrder = { path: `^${nodes}/`, pathNot: order.flat().map(pathTo) };

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		{
			name: 'no-circle',
			comment: 'A file imports itself by way of others.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		...importsUp.filter(({ to }) => to.path.length > 0),
		{ name: 'no-place-in-the-order', ...noPlace, from: outsideTheOrder, to: {} },
		{ name: 'no-place-in-the-order', ...noPlace, from: {}, to: outsideTheOrder },
		{
			name: 'no-place-in-the-order',
			...noPlace,
			from: { ...outsideTheOrder, orphan: true },
			to: {},
		},
		{
			name: 'credentials-take-little',
			comment: `A credential imports more of ${nodes} than ${forCredentials.join(' and ')}`,
			severity: 'error',
			from: { path: '^credentials/' },
			to: { path: `^${nodes}/`, pathNot: forCredentials.map(pathTo) },
		},
		{
			name: 'nodes-stand-alone',
			comment: 'What is published imports a credential, a test, the playground or a tool.',
			severity: 'error',
			from: { path: `^${nodes}/` },
			to: { path: '^(credentials|playground|bench|test|tools)/' },
		},
		{
			name: 'playground-shares-nothing',
			comment:
				'The mock service or its n8n imports what it is there to try, or what uses it.',
			severity: 'error',
			from: { path: '^playground/' },
			to: { path: '^(nodes|credentials|bench|test|tools)/', pathNot: '^tools/[^/]+\\.cjs$' },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '^(dist|build)/' },
		tsConfig: { fileName: 'tsconfig.dev.json' },
		tsPreCompilationDeps: true,
	},
};
