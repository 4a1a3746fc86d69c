import { spawn } from 'node:child_process';

/** Opens the page where there is a desktop; no one is told when that does not work. */
export function openBrowser(url: string): void {
	const onMac = process.platform === 'darwin';
	const hasDesktop = onMac || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
	if (!hasDesktop) return;
	const child = spawn(onMac ? 'open' : 'xdg-open', [url], { stdio: 'ignore', detached: true });
	child.on('error', () => undefined);
	child.unref();
}
