import type { plugins } from '../contract.ts'
import type { Samples } from '../../../test/lib/samples.ts'

/** One request per call, which the access test sends with and without the required rights. */
export default { list: { request: {} }, listInCluster: { request: {} } } satisfies Samples<typeof plugins>
