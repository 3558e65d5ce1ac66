import { useEffect, useState } from 'react'
import { call, navigate, useMissingFeature } from 'stowage/web'
import { Failure } from 'stowage'
import { objects } from '../../contract.ts'
import { newestOf } from '../../newest-of.ts'
import { browseAddress } from '../path.ts'

/** Why there is no object: nothing at all, only deleted versions, or no bucket. */
export type Absence = 'nothing' | 'deleted' | 'no bucket'

const isFolder = async (bucket: string, prefix: string) => {
  const { objects: page } = await call(objects.list, { params: { bucket }, query: { prefix, limit: '1' } })
  return page.length > 0
}

type Search = { folders: 'open' | 'leave'; hasVersions: boolean }

const reasonFor = async (
  bucket: string,
  path: string,
  { folders, hasVersions }: Search,
): Promise<Absence | 'folder'> => {
  try {
    if (folders === 'open' && (await isFolder(bucket, `${path}/`))) return 'folder'
    const newest = await newestOf(bucket, path, hasVersions ? { with_versions: 'true' } : {})
    return hasVersions && newest ? 'deleted' : 'nothing'
  } catch (error) {
    return error instanceof Failure && error.status === 404 ? 'no bucket' : 'nothing'
  }
}

/**
 * If an object does not exist, finds out why. With `open`, redirects to a folder of the same name, since the address
 * may lack its slash.
 */
export const useAbsence = (bucket: string, path: string, missing: Failure | undefined, folders: 'open' | 'leave') => {
  const hasVersions = useMissingFeature('versions') === undefined
  const [result, setResult] = useState<{ of: Failure; absence: Absence }>()
  useEffect(() => {
    if (!missing) return undefined
    let current = true
    const settle = (absence: Absence | 'folder') => {
      if (!current) return
      if (absence === 'folder') void navigate(browseAddress(bucket, `${path}/`), { replace: true })
      else setResult({ of: missing, absence })
    }
    void reasonFor(bucket, path, { folders, hasVersions }).then(settle)
    return () => {
      current = false
    }
  }, [bucket, path, missing])
  return missing && result?.of === missing ? result.absence : undefined
}
