import { segment } from '../../../core/location.ts'
import { refusalFor } from '../../../core/needs.ts'
import { allows, session } from '../../../core/session.ts'
import type { Page as ObjectsPage } from '../../object-browser/contract.ts'
import type { Bucket, Page } from '../contract.ts'

/** What the account may do with a bucket's objects, as the badge says it. */
export const accessOf = ({ rw_access: { read, write } }: Pick<Bucket, 'rw_access'>) =>
  read && write ? 'R/W' : read ? 'R' : write ? 'W' : 'None'

const words = {
  'R/W': 'You can read and write objects',
  R: 'You can read objects',
  W: 'You can write objects',
  None: 'You can reach parts of this bucket',
}

/** The badge's meaning in words. */
export const accessWords = (bucket: Pick<Bucket, 'rw_access'>) => words[accessOf(bucket)]

const browsePage: ObjectsPage = '/buckets/:bucketName/browse'
const adminPage: Page = '/buckets/:bucketName/admin'

/** Where a bucket's objects are; nothing where the deployment has no object browser. */
export const browse = (name: string) => (allows(browsePage) ? `/buckets/${segment(name)}/browse` : undefined)

/** Where a bucket is administered. */
export const manage = (name: string) => `/buckets/${segment(name)}/admin`

/** Why the account cannot administer buckets, if so. */
export const unmanageable = () => {
  const { withheld = [] } = session.value ?? {}
  const { actions = [] } = withheld.find(({ page }) => page === adminPage) ?? {}
  return !allows(adminPage) && refusalFor(actions.map((action) => ({ action })))
}
