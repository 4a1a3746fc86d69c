/** Files besides package.json that name the version of the package. */
export const filesWithVersion = ['docker/queue-mode/Dockerfile', 'docker/queue-mode/compose.yaml'];

/** A text with another version of the package; versions of anything else in it stay as they are. */
export function withVersion(text: string, version: string): string {
	return text.replace(/(crm-messaging(?:@|:[\d.]+-))\d+\.\d+\.\d+(?:-[\w.]+)?/g, `$1${version}`);
}
