import type { Endpoint, Feed } from '../../core/protocol/contract.ts'
import type { AdapterContexts, ServerPlugin } from '../../core/protocol/serve.ts'
import { plugins } from './plugins-of-server.ts'

/** Whether a plugin supports an engine. */
export const runsOn =
  (engine: keyof AdapterContexts) =>
  ({ adapters }: Pick<ServerPlugin, 'adapters'>) =>
    !adapters || engine in adapters

/** Ids of the plugins that a console on this engine has. */
export const pluginIdsOn = (engine: keyof AdapterContexts): ReadonlySet<string> =>
  new Set(plugins.filter(runsOn(engine)).map(({ id }) => id))

/** Whether a call needs rights in a cluster: it is checked there, even if its plugin also has a page on storages. */
export const needsCluster = ({ allow }: Pick<Endpoint | Feed, 'allow'>) =>
  typeof allow !== 'string' && allow.some((action) => action.startsWith('k8s:'))
