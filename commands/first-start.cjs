/** What the first `npm start` installs: how long each takes, and how much it is on the disk. */
module.exports = {
	project: { time: '1 to 2 minutes', gigabytes: 1 },
	server: { time: '4 to 8 minutes', gigabytes: 2.2 },
};
