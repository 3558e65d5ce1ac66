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

/** The ports that tests act by, under their plugins' ids, in the name of one account. */
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

/** A port of which every call says that the plugin has no adapter: for engines that support few plugins. */
const noPort = (error: NoAdapter) =>
  new Proxy(
    {},
    {
      get: (_port, name) => {
        // a promise that resolves to the port looks for this
        if (name === 'then') return undefined
        throw error
      },
    },
  )

/** Opens one plugin on an engine, with these values of its variables in place of its defaults. */
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
  const there = <Port>(plugin: Pick<ServerPlugin<string, Port>, 'id' | 'adapters' | 'config'>) =>
    openPort(engine, plugin, values[plugin.id]).catch((error: unknown): PortOf<Port> => {
      if (engine.name !== 's3' || !(error instanceof NoAdapter)) throw error
      return () => noPort(error) as Port
    })
  return {
    identity: await there<IdentityBackend>(identity),
    policies: await there<PoliciesBackend>(policies),
    buckets: await there<BucketsBackend>(buckets),
    'object-browser': await there<ObjectsBackend>(objects),
    dashboard: await there<DashboardBackend>(dashboard),
    diagnostic: await there<DiagnosticBackend>(diagnostic),
    heal: await there<HealBackend>(heal),
    logs: await there<LogsBackend>(logs),
    notifications: await there<NotificationsBackend>(notifications),
    settings: await there<SettingsBackend>(settings),
    tiers: await there<TiersBackend>(tiers),
    trace: await there<TraceBackend>(trace),
    watch: await there<WatchBackend>(watch),
  }
}

const opened = new WeakMap<Engine, Promise<Opened>>()

/**
 * Opens every plugin on an engine, their work in the background too; once. `values` are those of the variables of
 * plugins.
 */
export const openPorts = (engine: Engine, values: Values = {}): Promise<Opened> => {
  const opening = opened.get(engine) ?? open(engine, values)
  opened.set(engine, opening)
  return opening
}

/** The ports of an engine in the name of one account. */
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
