import type { plugins } from '../../../plugins/plugins/contract.ts'
import type { Samples } from '../../lib/samples.ts'

/** A request for each call, by which the access test asks as everybody who may and who may not. */
export default { list: { ask: {} } } satisfies Samples<typeof plugins>
