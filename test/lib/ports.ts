import type { ServerPlugin } from '../../core/protocol/serve.ts'
import { defaultValues } from '../../core/protocol/variables.ts'
import type { Credentials, Engine, Origin, PortOf } from '../../engines/engine.ts'
import type { BucketsBackend } from '../../plugins/buckets/backend.ts'
import buckets from '../../plugins/buckets/server.ts'
import type { DashboardBackend } from '../../plugins/dashboard/backend.ts'
import dashboard from '../../plugins/dashboard/server.ts'
import type { DiagnosticBackend } from '../../plugins/diagnostic/backend.ts'
import diagnostic from '../../plugins/diagnostic/server.ts'
import type { HealBackend } from '../../plugins/heal/backend.ts'
import heal from '../../plugins/heal/server.ts'
import type { IdentityBackend } from '../../plugins/identity/backend.ts'
import identity from '../../plugins/identity/server.ts'
import type { LogsBackend } from '../../plugins/logs/backend.ts'
import logs from '../../plugins/logs/server.ts'
import type { NotificationsBackend } from '../../plugins/notifications/backend.ts'
import notifications from '../../plugins/notifications/server.ts'
import type { ObjectsBackend } from '../../plugins/object-browser/backend.ts'
import objects from '../../plugins/object-browser/server.ts'
import type { PoliciesBackend } from '../../plugins/policies/backend.ts'
import policies from '../../plugins/policies/server.ts'
import type { SettingsBackend } from '../../plugins/settings/backend.ts'
import settings from '../../plugins/settings/server.ts'
import type { TiersBackend } from '../../plugins/tiers/backend.ts'
import tiers from '../../plugins/tiers/server.ts'
import type { TraceBackend } from '../../plugins/trace/backend.ts'
import trace from '../../plugins/trace/server.ts'
import type { WatchBackend } from '../../plugins/watch/backend.ts'
import watch from '../../plugins/watch/server.ts'

/** Ports of plugins by id, acting for one account. */
export type Backend = {
  identity: IdentityBackend
  policies: PoliciesBackend
  buckets: BucketsBackend
  'object-browser': ObjectsBackend
  dashboard: DashboardBackend
  diagnostic: DiagnosticBackend
  heal: HealBackend
  logs: LogsBackend
  notifications: NotificationsBackend
  settings: SettingsBackend
  tiers: TiersBackend
  trace: TraceBackend
  watch: WatchBackend
}

/** Values of variables by the ids of plugins. */
type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>

type Opened = { [Id in keyof Backend]: PortOf<Backend[Id]> }

/** A plugin has no adapter for the engine. */
export class NoAdapter extends Error {}

/** A port of which every call throws the error: for engines that support few plugins. */
const noPort = (error: NoAdapter) =>
  new Proxy(
    {},
    {
      get: (_port, name) => {
        // `await` checks whether the port is a promise
        if (name === 'then') return undefined
        throw error
      },
    },
  )

/** The ports of a server without users and policies. */
export const withoutUsers = (backend: Backend): Backend => {
  const none = (plugin: string) => noPort(new NoAdapter(`${plugin} is not offered by this server`))
  return { ...backend, identity: none('identity') as IdentityBackend, policies: none('policies') as PoliciesBackend }
}

/** Opens one plugin on an engine; `values` override the defaults of its variables. */
export const openPort = async <Port>(
  engine: Engine,
  plugin: Pick<ServerPlugin<string, Port>, 'id' | 'adapters' | 'config'>,
  values: Readonly<Record<string, unknown>> = {},
): Promise<PortOf<Port>> => {
  const portOf = await engine.open(plugin, { ...defaultValues(plugin.config ?? {}), ...values })
  if (!portOf) throw new NoAdapter(`${plugin.id} has no adapter for ${engine.name}`)
  return portOf
}

const open = async (engine: Engine, values: Values): Promise<Opened> => {
  const portOf = <Port>(plugin: Pick<ServerPlugin<string, Port>, 'id' | 'adapters' | 'config'>) =>
    openPort(engine, plugin, values[plugin.id]).catch((error: unknown): PortOf<Port> => {
      if (engine.name !== 's3' || !(error instanceof NoAdapter)) throw error
      return () => noPort(error) as Port
    })
  return {
    identity: await portOf<IdentityBackend>(identity),
    policies: await portOf<PoliciesBackend>(policies),
    buckets: await portOf<BucketsBackend>(buckets),
    'object-browser': await portOf<ObjectsBackend>(objects),
    dashboard: await portOf<DashboardBackend>(dashboard),
    diagnostic: await portOf<DiagnosticBackend>(diagnostic),
    heal: await portOf<HealBackend>(heal),
    logs: await portOf<LogsBackend>(logs),
    notifications: await portOf<NotificationsBackend>(notifications),
    settings: await portOf<SettingsBackend>(settings),
    tiers: await portOf<TiersBackend>(tiers),
    trace: await portOf<TraceBackend>(trace),
    watch: await portOf<WatchBackend>(watch),
  }
}

const opened = new WeakMap<Engine, Promise<Opened>>()

/** Opens every plugin on an engine once, including background work. `values` are those of the plugins' variables. */
export const openPorts = (engine: Engine, values: Values = {}): Promise<Opened> => {
  const opening = opened.get(engine) ?? open(engine, values)
  opened.set(engine, opening)
  return opening
}

/** The ports of an engine for one account. */
export const actAs = async (engine: Engine, credentials: Credentials, origin?: Origin): Promise<Backend> => {
  const ports = await openPorts(engine)
  return {
    identity: ports.identity(credentials, origin),
    policies: ports.policies(credentials, origin),
    buckets: ports.buckets(credentials, origin),
    'object-browser': ports['object-browser'](credentials, origin),
    dashboard: ports.dashboard(credentials, origin),
    diagnostic: ports.diagnostic(credentials, origin),
    heal: ports.heal(credentials, origin),
    logs: ports.logs(credentials, origin),
    notifications: ports.notifications(credentials, origin),
    settings: ports.settings(credentials, origin),
    tiers: ports.tiers(credentials, origin),
    trace: ports.trace(credentials, origin),
    watch: ports.watch(credentials, origin),
  }
}
