import type { ServerPlugin } from '../core/serve.ts'
import buckets from './buckets/server.ts'
import dashboard from './dashboard/server.ts'
import diagnostic from './diagnostic/server.ts'
import heal from './heal/server.ts'
import identity from './identity/server.ts'
import license from './license/server.ts'
import logs from './logs/server.ts'
import notifications from './notifications/server.ts'
import objectBrowser from './object-browser/server.ts'
import policies from './policies/server.ts'
import settings from './settings/server.ts'
import storage from './storage/server.ts'
import tenants from './tenants/server.ts'
import tiers from './tiers/server.ts'
import trace from './trace/server.ts'
import watch from './watch/server.ts'

/** Server half of every plugin, in the order of the sidebar. */
export const plugins: readonly ServerPlugin[] = [
  dashboard,
  buckets,
  objectBrowser,
  identity,
  policies,
  settings,
  notifications,
  tiers,
  logs,
  watch,
  trace,
  heal,
  diagnostic,
  tenants,
  storage,
  license,
]
