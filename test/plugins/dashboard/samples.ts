import type { dashboard } from '../../../plugins/dashboard/contract.ts'
import type { Samples } from '../../lib/samples.ts'

export default { info: { ask: {} } } satisfies Samples<typeof dashboard>
