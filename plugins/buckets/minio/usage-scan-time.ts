import type { MinioAdapterContext } from 'stowage/server'

/** Bytes to read: the response grows with every bucket, but the time is among its first fields. */
const HEAD = 500

/** Time of the last usage scan of the server (minio-server 3.9); `undefined` before the first one. */
export const readUsageScanTime = async (caller: MinioAdapterContext): Promise<number | undefined> => {
  // every list of buckets asks, and a refusal of the server would be in its logs
  await caller.assertGranted('admin:DataUsageInfo')
  const head = await caller.admin.begin({ method: 'GET', name: 'datausageinfo', needs: 'admin:DataUsageInfo' }, HEAD)
  const [, moment = ''] = /"lastUpdate":\s*"([^"]+)"/.exec(head) ?? []
  const at = Date.parse(moment)
  // before the first scan the server reports year 1
  return at > 0 ? at : undefined
}
