import { canOpenPage } from 'stowage/web'
import { browseAddress, type Page } from 'stowage/plugins/object-browser'

const browser: Page = '/buckets/:bucketName/browse'

/** Address of a bucket or object in the object browser; `undefined` if that is disabled or the account lacks access. */
export const objectAddress = (bucket: string, key = '') =>
  canOpenPage(browser) ? browseAddress(bucket, key) : undefined
