import type { alerts } from '../alerts/contract.ts'
import type { dashboard } from '../contract.ts'
import type { latency } from '../latency.ts'
import type { outlook } from '../outlook.ts'
import type { widgets } from '../widgets.ts'
import type { Samples } from '../../../test/lib/samples.ts'

const endpoint = 'http://127.0.0.1:1/'

export default {
  info: { request: {} },
  widget: { request: { params: { id: '53' }, query: { start: '1700000000', end: '1700000900', step: '15' } } },
  latency: { request: {} },
  outlook: { request: {} },
  quotaOutlook: { request: { params: { bucket: 'photos' }, query: { quota: '1073741824' } } },
  alerts: { request: {} },
  running: { request: {}, done: 'plugins/dashboard/test/conformance/alerts.test.ts' },
  rules: { request: {} },
  changeRule: { request: { params: { id: 'versions' }, body: { threshold: 2, durationSeconds: 60, enabled: true } } },
  addRule: { request: { body: { metric: 'clock-skew', level: 'danger', threshold: 600, durationSeconds: 60 } } },
  removeRule: { request: { params: { id: 'own-1' } }, done: 'plugins/dashboard/test/conformance/alerts.test.ts' },
  setHook: { request: { body: { endpoint } } },
  tryHook: { request: { body: { endpoint } }, done: 'plugins/dashboard/test/conformance/alerts.test.ts' },
} satisfies Samples<typeof dashboard & typeof widgets & typeof latency & typeof outlook & typeof alerts>
