import { useCall, useMissingFeature, useQuery, useRefusals } from 'stowage/web'
import { buckets } from 'stowage/plugins/buckets'
import { restorabilityOf } from './deleted.ts'

/** Whether the bucket keeps deleted objects, and whether they are listed, which is stored in the address. */
export const useBucketVersioning = (bucket: string) => {
  const when = !useMissingFeature('versions')
  const noRewind = useMissingFeature('rewind')
  const versioning = useCall(buckets.versioning, { params: { bucket } }, { when })
  const [deletedParam, show] = useQuery('deleted')
  const refusal = useRefusals({ versions: { action: 's3:ListBucketVersions', bucket } })
  // without permission to read the versioning, an account may still list versions
  const canListVersions =
    when && (versioning.error?.status === 403 || (versioning.data !== undefined && versioning.data.status !== 'Off'))
  const isShown = deletedParam === '1'
  const rewindRefusal = (!when || versioning.data?.status === 'Off') && 'The bucket keeps no versions'
  return {
    restorable: when ? restorabilityOf(versioning.data) : ('none' as const),
    versioned: versioning.data?.is_versioned,
    listed: isShown ? ('deleted' as const) : ('folder' as const),
    some: canListVersions && !refusal('versions'),
    /** Why the bucket cannot be displayed as of an earlier time; `false` if it can, or if that is unknown. */
    rewindRefusal: rewindRefusal || noRewind || refusal('versions'),
    toggle:
      canListVersions || isShown
        ? { shown: isShown, blocked: refusal('versions'), onChange: (on: boolean) => show(on ? '1' : '') }
        : undefined,
  }
}
