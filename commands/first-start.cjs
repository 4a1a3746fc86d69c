/** The installs of the first `npm start`: the time each needs, and its size on disk. */
module.exports = {
	project: { time: '1 to 2 minutes', gigabytes: 1 },
	server: { time: '4 to 8 minutes', gigabytes: 2.2 },
};
