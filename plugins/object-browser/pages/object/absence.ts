import { useEffect, useState } from 'react'
import { call, navigate } from 'stowage/web'
import { Failure } from 'stowage'
import { objects } from '../../contract.ts'
import { browseAddress } from '../path.ts'

/** Why there is no object: nothing at all, only deleted versions, or no bucket. */
export type Absence = 'nothing' | 'deleted' | 'no bucket'

const firstOf = async (bucket: string, prefix: string, more: { with_versions?: string } = {}) => {
  const { objects: page } = await call(objects.list, { params: { bucket }, query: { prefix, limit: '1', ...more } })
  return page[0]
}

const reasonFor = async (bucket: string, path: string, folders: 'open' | 'leave'): Promise<Absence | 'folder'> => {
  try {
    if (folders === 'open' && (await firstOf(bucket, `${path}/`))) return 'folder'
    const newest = await firstOf(bucket, path, { with_versions: 'true' })
    return newest?.name === path ? 'deleted' : 'nothing'
  } catch (error) {
    return error instanceof Failure && error.status === 404 ? 'no bucket' : 'nothing'
  }
}

/**
 * If an object does not exist, finds out why. With `open`, redirects to a folder of the same name, since the address
 * may lack its slash.
 */
export const useAbsence = (bucket: string, path: string, missing: Failure | undefined, folders: 'open' | 'leave') => {
  const [result, setResult] = useState<{ of: Failure; absence: Absence }>()
  useEffect(() => {
    if (!missing) return undefined
    let current = true
    const settle = (absence: Absence | 'folder') => {
      if (!current) return
      if (absence === 'folder') void navigate(browseAddress(bucket, `${path}/`), { replace: true })
      else setResult({ of: missing, absence })
    }
    void reasonFor(bucket, path, folders).then(settle)
    return () => {
      current = false
    }
  }, [bucket, path, missing])
  return missing && result?.of === missing ? result.absence : undefined
}
