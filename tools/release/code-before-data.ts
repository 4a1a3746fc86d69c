/**
 * To be imported before a node: next to `X.node.ts` is `X.node.json`, which Node.js would otherwise load
 * for what `X.node` means.
 */
import Module from 'node:module';

const { _extensions: extensions } = Module as unknown as { _extensions: Record<string, unknown> };
const json = extensions['.json'];
delete extensions['.json'];
extensions['.json'] = json;
