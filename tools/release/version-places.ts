/** Files, beside package.json, that name the version of the package. */
export const withVersion = ['docker/queue-mode/Dockerfile', 'docker/queue-mode/compose.yaml'];
