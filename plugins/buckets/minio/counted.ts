import type { Caller } from '../../../engines/minio/caller.ts'
import { assertGranted } from '../../../engines/minio/rights.ts'

/** The answer goes on with every bucket; the moment stands among its first fields. */
const HEAD = 500

/** When the server's scanner last wrote down what buckets hold (minio-server 3.9); nothing before it has done so. */
export const readCountedAt = async (caller: Caller): Promise<number | undefined> => {
  // every list of buckets asks, and a refusal of the server would be in its logs
  await assertGranted(caller, 'admin:DataUsageInfo')
  const head = await caller.admin.begin({ method: 'GET', name: 'datausageinfo', needs: 'admin:DataUsageInfo' }, HEAD)
  const [, moment = ''] = /"lastUpdate":\s*"([^"]+)"/.exec(head) ?? []
  const at = Date.parse(moment)
  // before the first time it is the year 1
  return at > 0 ? at : undefined
}
