import type { Plugin } from '../core/plugin.ts'
import buckets from './buckets/plugin.ts'
import dashboard from './dashboard/plugin.ts'
import diagnostic from './diagnostic/plugin.ts'
import heal from './heal/plugin.ts'
import identity from './identity/plugin.ts'
import license from './license/plugin.ts'
import logs from './logs/plugin.ts'
import notifications from './notifications/plugin.ts'
import objectBrowser from './object-browser/plugin.ts'
import policies from './policies/plugin.ts'
import settings from './settings/plugin.ts'
import storage from './storage/plugin.ts'
import tenants from './tenants/plugin.ts'
import tiers from './tiers/plugin.ts'
import trace from './trace/plugin.ts'
import watch from './watch/plugin.ts'

/** Plugins of the browser, in the order of the sidebar. The first page the session may open is the home page. */
export const plugins: readonly Plugin[] = [
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
