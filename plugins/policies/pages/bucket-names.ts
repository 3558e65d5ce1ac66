import { useMemo } from 'react'
import { useCall, useSession } from 'stowage/web'
import * as others from './other-calls.ts'

/** Names of the buckets that the caller can list; `undefined` while loading and if they cannot be listed. */
export const useBucketNames = () => {
  const isOn = useSession().plugins.includes('buckets')
  const { data, error } = useCall(others.buckets, {}, { when: isOn })
  const names = useMemo(() => data?.buckets.map(({ name }) => name), [data])
  return { names, cannotList: !isOn || error !== undefined }
}
