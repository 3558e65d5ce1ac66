import { type NeededPermission, refusalFor, encodeSegment } from 'stowage'
import { canOpenPage, session } from 'stowage/web'
import { browseAddress, browsePage } from 'stowage/plugins/object-browser'
import type { Bucket } from '../contract.ts'
import * as messages from '../messages.ts'

/** The account's access to a bucket's objects, as a badge; a dash if only the storage knows it. */
export const accessOf = ({ rw_access: { read, write } }: Pick<Bucket, 'rw_access'>) =>
  session.value?.rights === 'unknown' ? '—' : read && write ? 'R/W' : read ? 'R' : write ? 'W' : 'None'

const accessTexts = {
  'R/W': messages.youCanReadAndWrite,
  R: 'You can read objects',
  W: 'You can write objects',
  '—': messages.permissionsUnknown,
  None: messages.partlyAccessible,
}

/** The badge's description. */
export const describeAccess = (bucket: Pick<Bucket, 'rw_access'>) => accessTexts[accessOf(bucket)]

/** Path of the bucket's object browser; `undefined` if the deployment has none. */
export const browserPath = (name: string) => (canOpenPage(browsePage) ? browseAddress(name) : undefined)

/** Path of the bucket's Manage pages. */
export const managePath = (name: string) => `/buckets/${encodeSegment(name)}/admin`

/** Pin of a bucket: it leads to the objects. */
export const pinOf = (name: string) => ({ label: name, href: browserPath(name) ?? managePath(name) })

/** The smallest permission that opens a bucket's Manage pages. */
export const manageNeeds = (bucket: string): NeededPermission[] => [{ action: 's3:GetBucketPolicy', bucket }]

type BucketPermissions = { name: string; permissions?: { manage?: boolean; delete?: boolean } }

/** Why the account cannot open a bucket's Manage pages; `false` if it can. */
export const manageRefusal = ({ name, permissions }: BucketPermissions) =>
  permissions?.manage === false && refusalFor(manageNeeds(name))

/** Why the account cannot delete a bucket; `false` if it can. */
export const deleteRefusal = ({ name, permissions }: BucketPermissions) =>
  permissions?.delete === false && refusalFor([{ action: 's3:DeleteBucket', bucket: name }])
